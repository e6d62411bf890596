// GET …/enrollments/{}/exams/{}/configuration: the effective configuration of a learner in an exam.
import { beforeAll, describe, expect, test } from 'vitest'
import { assignment, assignmentEnrollment, assignmentSection } from '../../../../db/schema/assignment.ts'
import { newSid } from '../../../../db/sid.ts'
import {
  addSession,
  type ExamWorld,
  enroll,
  entry,
  everyField,
  everything,
  flags,
  type Members,
  makeExam,
} from '../../../support/configurations.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { rotating } from '../../../support/rounds.ts'
import { sidOf } from '../../../support/tokens.ts'
import { allow } from '../../../support/world.ts'

const ownNames =
  'sid type referenceExamConfigurationSid apiExamId examSyncStatus synchronization locked approved \
approvedBy updatedAutomatedSessions examFiles exam course enrollment instructor createdDate editDate'.split(
    ' ',
  )
const fields = [...everyField.filter(name => !ownNames.includes(name)), 'courseSid', 'userSid']

let exam: ExamWorld
/** The effective configuration of the learner, read once. */
let answered: Members
let primary: Members
beforeAll(async () => {
  exam = await makeExam(everything)
  answered = await holds(exam)
  primary = await exam.read()
})

const holds = async (own: ExamWorld): Promise<Members> => {
  const answer = await own.effective()
  expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
  return answer.body
}
const pathOf = (enrollmentSid: string, examSid: string) =>
  exam.path(`/enrollments/${enrollmentSid}/exams/${examSid}/configuration`)

test.each(fields)('%s is in the response', field => {
  expect(answered).toHaveProperty([field])
})

test('the response names its enrollment and exam', async () => {
  const { enrollmentSid, courseSid, userSid, examSid } = exam
  expect(await holds(exam)).toMatchObject({ enrollmentSid, courseSid, userSid, examSid })
})

test('without anything else the primary configuration applies', async () => {
  const effective = await holds(exam)
  for (const field of fields.filter(name => name in everything))
    expect(effective[field]).toEqual(primary[field])
})

const own: [field: string, value: unknown][] = [
  ['examOpenDate', '2027-03-02T00:00:00.000Z'],
  ['examCloseDate', '2027-03-09T00:00:00.000Z'],
  ['scheduleOpenDate', '2027-02-03T00:00:00.000Z'],
  ['scheduleCloseDate', '2027-03-01T00:00:00.000Z'],
  ['duration', 180],
  ['attempts', 1],
  ['password', 'own'],
  ['url', 'https://own.example/'],
  ['studentNotes', ''],
  ['proctorTypes', ['own']],
  ['modalityOptions', {}],
  ...flags.flatMap((flag, at): [string, unknown][] => [
    ...rotating([true, false], at, 1).map((value): [string, unknown] => [flag, value]),
    [`${flag}Information`, 'own'],
  ]),
]

test.each(own)('%s as %j in an accommodation overrides, and the rest is inherited', async (field, value) => {
  const learner = { ...exam, enrollmentSid: await enroll(exam.world, exam.courseSid) }
  const effective = async () => (await exam.admin('GET', pathOf(learner.enrollmentSid, exam.examSid))).body
  const { attemptsRemaining: _, ...before } = await effective()
  await exam.add({ enrollmentSid: learner.enrollmentSid, [field]: value })
  expect(await effective()).toMatchObject({ ...before, [field]: value })
  expect((await holds(exam))[field]).toEqual(primary[field])
})

test('the newest accommodation replaces older ones as a whole', async () => {
  const own = await makeExam({ duration: 60, attempts: 1 })
  await own.accommodate({ duration: 90, attempts: 5 })
  const sid = (await own.accommodate({ duration: 120 })).text('sid')
  expect(await holds(own)).toMatchObject({ duration: 120, attempts: 1 })
  await own.admin('DELETE', own.at(sid))
  expect(await holds(own)).toMatchObject({ duration: 90, attempts: 5 })
})

test('a copy of the primary one applies to nobody', async () => {
  const own = await makeExam({ duration: 60 })
  await own.add({ referenceExamConfigurationSid: own.primarySid, duration: 120 })
  expect(await holds(own)).toMatchObject({ duration: 60 })
})

test('the entries of the accommodation replace those of the primary one; without any, those of the primary apply', async () => {
  const own = await makeExam({ instructorAsProctor: [entry, { location: 'Primary' }] })
  const entries = async () => (await holds(own))['instructorAsProctor']
  const sid = (await own.accommodate()).text('sid')
  expect(await entries()).toEqual((await own.read())['instructorAsProctor'])
  const replaced = await own.replace(sid, { instructorAsProctor: [{ location: 'B' }, { location: 'A' }] })
  expect(await entries()).toEqual(replaced.body['instructorAsProctor'])
  expect((await own.read(sid))['instructorAsProctor']).toEqual(await entries())
})

test('attachments of the accommodation replace those of the primary one; without any, those of the primary apply', async () => {
  const own = await makeExam()
  const one = (name: string) => [{ attachmentUrl: `https://files.example/${name}`, attachmentAwsTitle: name }]
  await own.replace(own.primarySid, { attachments: one('primary') })
  const sid = (await own.accommodate()).text('sid')
  expect(await holds(own)).toHaveProperty('attachments', one('primary'))
  await own.replace(sid, { attachments: one('own') })
  expect(await holds(own)).toHaveProperty('attachments', one('own'))
})

test('assignments come between: first that of the enrollment, then that of its section, then the primary one', async () => {
  const own = await makeExam({ duration: 60, examOpenDate: '2027-01-01T00:00:00Z', scheduleOpenDate: null })
  const { db } = own.stack
  const section = await own.admin('POST', own.path(`/courses/${own.courseSid}/sections`), {
    body: { title: 'A' },
  })
  const sectionSid = sidOf('SE', section.text('sid'))
  const body = { role: 'learner', sectionSids: [sectionSid] }
  await own.admin('PUT', own.path(`/courses/${own.courseSid}/enrollments/${own.enrollmentSid}`), { body })
  const assign = async (members: Partial<typeof assignment.$inferInsert>) => {
    const sid = newSid('EA')
    await db.insert(assignment).values({ sid, examSid: sidOf('EX', own.examSid), ...members })
    return sid
  }
  const toSection = await assign({ examOpenDate: '2027-02-01', schedulingOpenDate: '2027-01-15' })
  await db.insert(assignmentSection).values({ assignmentSid: toSection, sectionSid })
  const ofSection = { examOpenDate: '2027-02-01T00:00:00.000Z', scheduleOpenDate: '2027-01-15T00:00:00.000Z' }
  expect(await holds(own)).toMatchObject({ ...ofSection, examCloseDate: null, duration: 60 })
  const toOne = await assign({ examOpenDate: '2027-03-01', examCloseDate: '2027-03-01' })
  const enrollmentSid = sidOf('EN', own.enrollmentSid)
  await db.insert(assignmentEnrollment).values({ assignmentSid: toOne, enrollmentSid })
  const ofOne = { examOpenDate: '2027-03-01T00:00:00.000Z', examCloseDate: '2027-03-02T00:00:00.000Z' }
  expect(await holds(own)).toMatchObject({ ...ofSection, ...ofOne })
  await own.accommodate({ examOpenDate: '2027-04-01T00:00:00.000Z' })
  expect(await holds(own)).toMatchObject({ ...ofSection, ...ofOne, examOpenDate: '2027-04-01T00:00:00.000Z' })
})

describe('attemptsRemaining', () => {
  test('is null without a limit, however many were started', async () => {
    const own = await makeExam()
    await addSession(own)
    expect(await holds(own)).toMatchObject({ attempts: null, attemptsRemaining: null })
  })

  test('decreases by one with each started session, and never below zero', async () => {
    const own = await makeExam({ attempts: 2 })
    await addSession(own, { inProgressDate: null })
    const seen = [(await holds(own))['attemptsRemaining']]
    for (let n = 0; n < 4; n++) {
      await addSession(own, n === 1 ? { cancelledDate: new Date() } : {})
      seen.push((await holds(own))['attemptsRemaining'])
    }
    expect(seen).toEqual([2, 1, 0, 0, 0])
  })

  test('counts neither another learner’s sessions nor those of another exam', async () => {
    const own = await makeExam({ attempts: 2 })
    const other = await makeExam({}, own)
    await addSession(other)
    await addSession({ ...own, enrollmentSid: other.enrollmentSid, userSid: other.userSid })
    await addSession({ ...other, enrollmentSid: own.enrollmentSid, userSid: own.userSid })
    expect(await holds(own)).toMatchObject({ attemptsRemaining: 2 })
  })

  test('uses the effective attempts of the learner', async () => {
    const own = await makeExam({ attempts: 2 })
    await addSession(own)
    await own.accommodate({ attempts: 5 })
    expect(await holds(own)).toMatchObject({ attempts: 5, attemptsRemaining: 4 })
  })
})

describe('404', () => {
  test.each([
    ['an unknown enrollment', () => ({ enrollmentSid: newSid('EN') })],
    ['an unknown exam', () => ({ examSid: newSid('EX') })],
    [
      'an enrollment of another course',
      () => makeExam({}, { world: exam.world }).then(({ enrollmentSid }) => ({ enrollmentSid })),
    ],
    [
      'an exam of another course',
      () => makeExam({}, { world: exam.world }).then(({ examSid }) => ({ examSid })),
    ],
    ['another tenant’s enrollment', () => makeExam().then(({ enrollmentSid }) => ({ enrollmentSid }))],
    ['another tenant’s pair', () => makeExam()],
    [
      'an instructor’s enrollment',
      async () => ({ enrollmentSid: await enroll(exam.world, exam.courseSid, { role: 'instructor' }) }),
    ],
  ])('for %s', async (_, other: () => object | Promise<object>) => {
    const { enrollmentSid, examSid } = { ...exam, ...(await other()) }
    problemOf(await exam.admin('GET', pathOf(enrollmentSid, examSid)), 404)
  })

  test('for a pair under another tenant’s install', async () => {
    const foreign = await makeExam()
    const path = `/enrollments/${exam.enrollmentSid}/exams/${exam.examSid}/configuration`
    problemOf(await foreign.admin('GET', foreign.path(path)), 404)
    problemOf(await exam.admin('GET', foreign.path(path)), 404)
  })
})

test('an unknown query parameter is 400 and named', async () => {
  const path = `${pathOf(exam.enrollmentSid, exam.examSid)}?at=now`
  expect(badPaths(await exam.admin('GET', path))).toEqual(['at'])
})

test('without its action it is 403, which names the action and the resource', async () => {
  const { call } = await exam.credential(allow(['sp:ReadExamConfiguration'], ['*']))
  const answer = await exam.effective(call)
  problemOf(answer, 403)
  expect(answer.body).toMatchObject({
    action: 'sp:ReadEffectiveExamConfiguration',
    resource: pathOf(exam.enrollmentSid, exam.examSid).slice('/v1/'.length),
  })
})
