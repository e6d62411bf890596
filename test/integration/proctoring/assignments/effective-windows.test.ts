// A2 refuses windows that, together with those of other sources, do not open before they close.
import { expect, test } from 'vitest'
import { type Assignable, makeAssignable } from '../../../support/assignments.ts'
import { change, make } from '../../../support/catalog.ts'
import { badPaths } from '../../../support/problem.ts'
import { changingNoRow } from '../../../support/tables.ts'

const instant = (day: number, time = '00:00') => `2027-05-${String(day).padStart(2, '0')}T${time}:00.000Z`
const date = (day: number) => instant(day).slice(0, 10)
const refused = async (exam: Assignable, body: unknown) =>
  badPaths(await changingNoRow(exam.world, () => exam.put(body)))

test('the dates that an assignment does not set are those of the primary configuration, in the zone of the install', async () => {
  const exam = await makeAssignable({
    configuration: { examCloseDate: instant(10), scheduleOpenDate: instant(3) },
  })
  const targets = { enrollmentSids: [exam.learner] }
  expect(await refused(exam, { added: [{}, { examOpenDate: date(10), targets }] })).toEqual([
    'added.1.examOpenDate',
  ])
  expect(await refused(exam, { added: [{ schedulingCloseDate: date(2) }] })).toEqual([
    'added.0.schedulingCloseDate',
  ])
  const sid = await exam.add({ examOpenDate: date(9), schedulingCloseDate: date(3), targets })
  expect(await refused(exam, { updated: [{ sid, examOpenDate: date(10) }] })).toEqual([
    'updated.0.examOpenDate',
  ])
  await exam.change({ updated: [{ sid, examOpenDate: date(10), examCloseDate: date(10) }] })
})

test('the windows of an accommodation count for its learner, unless they hide those of the assignment', async () => {
  const exam = await makeAssignable()
  await make(exam.world, exam.at(`/exams/${exam.examSid}/configurations`), {
    ...{ enrollmentSid: exam.learner, examCloseDate: instant(10) },
  })
  const other = await exam.enroll()
  const opening = (enrollmentSid: string) => [
    { examOpenDate: date(10), targets: { enrollmentSids: [enrollmentSid] } },
  ]
  expect(await refused(exam, { added: opening(exam.learner) })).toEqual(['added.0.examOpenDate'])
  await exam.change({ added: opening(other) })
  await exam.change({ added: [{ examCloseDate: date(20), targets: { enrollmentSids: [exam.learner] } }] })
})

test('the windows of the assignment to a section count for an assignment to its learner', async () => {
  const exam = await makeAssignable()
  const section = await exam.section()
  const member = await exam.enroll({ sectionSids: [section] })
  await exam.add({ examCloseDate: date(9), targets: { sectionSids: [section] } })
  const added = [{ examOpenDate: date(10), targets: { enrollmentSids: [member] } }]
  expect(await refused(exam, { added })).toEqual(['added.0.examOpenDate'])
})

test.each([
  ['has left the course', 'DELETE', undefined],
  ['has become an instructor', 'PUT', { role: 'instructor' }],
])('the windows of an accommodation do not count if its learner %s', async (_, method, body) => {
  const exam = await makeAssignable()
  const section = await exam.section()
  const left = await exam.enroll({ sectionSids: [section] })
  await make(exam.world, exam.at(`/exams/${exam.examSid}/configurations`), {
    ...{ enrollmentSid: left, examCloseDate: instant(10) },
  })
  const added = [{ examOpenDate: date(20), targets: { sectionSids: [section] } }]
  expect(await refused(exam, { added })).toEqual(['added.0.examOpenDate'])
  await change(exam.world, method, exam.at(`/enrollments/${left}`), body)
  await exam.change({ added })
})

/** A section with an assignment, whose window an accommodation of a member who left and returned closes before it opens. */
async function makeReturned() {
  const exam = await makeAssignable()
  const section = await exam.section()
  const member = { userSid: await exam.world.user(), sectionSids: [section] }
  const returned = await exam.enroll(member)
  await make(exam.world, exam.at(`/exams/${exam.examSid}/configurations`), {
    ...{ enrollmentSid: returned, examCloseDate: instant(10) },
  })
  await change(exam.world, 'DELETE', exam.at(`/enrollments/${returned}`), undefined)
  const targets = { sectionSids: [section] }
  const sid = await exam.add({ examOpenDate: date(20), targets })
  expect(await exam.enroll(member)).toBe(returned)
  return { exam, returned, targets, sid }
}

test('a learner who returns to a section with an accommodation that closes too early does not block its assignments', async () => {
  const { exam, targets, sid } = await makeReturned()
  await exam.change({ updated: [{ sid, examOpenDate: date(21), schedulingOpenDate: date(1) }] })
  await exam.change({ added: [{ examOpenDate: date(22), targets }] })
  const other = await exam.enroll()
  await exam.change({ updated: [{ sid, targets: { added: { enrollmentSids: [other] } } }] })
})

test('an assignment to a learner who returned must open before it closes', async () => {
  const { exam, returned } = await makeReturned()
  const to = (day: number) => [{ examOpenDate: date(day), targets: { enrollmentSids: [returned] } }]
  expect(await refused(exam, { added: to(20) })).toEqual(['added.0.examOpenDate'])
  await exam.change({ added: to(9) })
})

test('a learner who returned still counts for the windows that are in order', async () => {
  const { exam, returned, targets, sid } = await makeReturned()
  // The window of scheduling was in order, and that of the exam is again after this.
  await exam.change({ updated: [{ sid, examOpenDate: date(9) }] })
  const answer = await exam.put({ added: [{ examOpenDate: date(20), targets }] })
  expect(badPaths(answer)).toEqual(['added.0.examOpenDate'])
  expect(answer.list('errors')[0]?.['message']).toContain(returned)
})
