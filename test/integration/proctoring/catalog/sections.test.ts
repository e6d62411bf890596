// Exams of limited scope that are assigned to sections: joining a section opens its sessions, leaving it closes them.
import { describe, expect, test } from 'vitest'
import {
  assign,
  type Course,
  change,
  inHours,
  makeCourse,
  running,
  sessionsOf,
  setSessions,
  statesOf,
} from '../../../support/catalog.ts'
import { problemOf } from '../../../support/problem.ts'
import { makeWorld } from '../../../support/world.ts'

const newSession = ['Needs Proctor', null]
const removed = ['Closed', 'removed-by-limited-scope']

/** A course with an exam of limited scope that is assigned to the first of two sections. */
async function scene(members = {}) {
  const course = await makeCourse(await makeWorld())
  const examSid = await course.exam({ limitedScope: true, ...members })
  const [section, other] = [await course.section(), await course.section()]
  await assign(course.world, examSid, section)
  return { course, examSid, section, other }
}

const put = (course: Course, enrollmentSid: string, sectionSids: string[]) =>
  change(course.world, 'PUT', course.at(`/enrollments/${enrollmentSid}`), { sectionSids })

/** The two ways to leave a section. */
const leavings = {
  'removing a learner from a section': (course: Course, _: string, sid: string) => put(course, sid, []),
  'deleting a section': (course: Course, section: string) =>
    change(course.world, 'DELETE', course.at(`/sections/${section}`)),
}

describe.each(Object.entries(leavings))('%s', (_, leave) => {
  test('closes its session as removed-by-limited-scope, in at most 2 round trips', async () => {
    const { course, section } = await scene()
    const sid = await course.enroll({ sectionSids: [section] })
    expect(await statesOf(course.world, sid)).toEqual([newSession])
    const answer = await leave(course, section, sid)
    expect(answer.roundTrips).toBeLessThanOrEqual(2)
    expect(await statesOf(course.world, sid)).toEqual([removed])
    expect((await sessionsOf(course.world, sid))[0]?.cancelledDate).toBeInstanceOf(Date)
  })

  test('keeps the learner in the course and in the other sections', async () => {
    const { course, section, other } = await scene()
    const sid = await course.enroll({ sectionSids: [section, other] })
    if (leave === leavings['deleting a section']) await leave(course, section, sid)
    else await put(course, sid, [other])
    const read = await course.world.admin('GET', course.world.path(course.at(`/enrollments/${sid}`)))
    expect(read.body).toMatchObject({ status: 'active', sectionSids: [other] })
  })

  test('keeps a session to which the learner is also entitled in another way', async () => {
    const { course, examSid, section, other } = await scene()
    const alone = await course.enroll({ sectionSids: [section] })
    await assign(course.world, examSid, alone)
    await leave(course, section, alone)
    expect(await statesOf(course.world, alone)).toEqual([newSession])

    const again = await scene()
    await assign(again.course.world, again.examSid, other === again.other ? other : again.other)
    const twice = await again.course.enroll({ sectionSids: [again.section, again.other] })
    if (leave === leavings['deleting a section']) await leave(again.course, again.section, twice)
    else await put(again.course, twice, [again.other])
    expect(await statesOf(again.course.world, twice)).toEqual([newSession])
  })

  test('keeps the session of an exam that is for every learner', async () => {
    const { course, section } = await scene()
    const open = await course.exam()
    await assign(course.world, open, section)
    const sid = await course.enroll({ sectionSids: [section] })
    await leave(course, section, sid)
    expect(await statesOf(course.world, open)).toEqual([newSession])
  })

  test('keeps a running session', async () => {
    const { course, section } = await scene()
    const sid = await course.enroll({ sectionSids: [section] })
    await setSessions(course.world, sid, running())
    await leave(course, section, sid)
    expect(await statesOf(course.world, sid)).toEqual([['Scheduled', null]])
  })
})

test('only members of the assigned section have a session of a limited exam', async () => {
  const { course, examSid, section, other } = await scene()
  const member = await course.enroll({ sectionSids: [other, section] })
  await course.enroll({ sectionSids: [other] })
  await course.enroll()
  await course.enroll({ sectionSids: [section], role: 'instructor' })
  const sessions = await sessionsOf(course.world, examSid)
  expect(sessions.map(({ enrollmentSid }) => enrollmentSid)).toEqual([member])
})

test('a learner who joins the section by an update gets one session, and a new one after a return', async () => {
  const { course, section, other } = await scene()
  const sid = await course.enroll({ sectionSids: [other] })
  expect(await statesOf(course.world, sid)).toEqual([])
  for (const sectionSids of [[section], [section, other], [section]]) await put(course, sid, sectionSids)
  expect(await statesOf(course.world, sid)).toEqual([newSession])
  await put(course, sid, [other])
  await put(course, sid, [other, section])
  expect(await statesOf(course.world, sid)).toEqual([removed, newSession])
})

test.each([
  ['is over', { configuration: { examCloseDate: inHours(-1) } }],
  ['is a draft', { status: 'draft' }],
])('a learner who joins the section of an exam that %s gets no session', async (_, exam) => {
  const { course, section } = await scene(exam)
  const sid = await course.enroll({ sectionSids: [section] })
  expect(await statesOf(course.world, sid)).toEqual([])
})

test('an update of an enrollment replaces the sections if it names them, and keeps them otherwise', async () => {
  const { course, section, other } = await scene()
  const sid = await course.enroll({ sectionSids: [section] })
  const path = course.world.path(course.at(`/enrollments/${sid}`))
  const sections = async () => (await course.world.admin('GET', path)).body['sectionSids']
  await change(course.world, 'PUT', course.at(`/enrollments/${sid}`), { lmsId: 'L' })
  expect(await sections()).toEqual([section])
  await put(course, sid, [other])
  expect(await sections()).toEqual([other])
  const list = await course.world.admin(
    'GET',
    course.world.path(course.at(`/enrollments?sectionSid=${section}`)),
  )
  expect(list.count('total')).toBe(0)
})

test('a deleted section cannot be joined', async () => {
  const { course, section, other } = await scene()
  const sid = await course.enroll({ sectionSids: [section] })
  await change(course.world, 'DELETE', course.at(`/sections/${section}`))
  for (const [method, rest] of [
    ['PUT', `/enrollments/${sid}`],
    ['POST', '/enrollments'],
  ] as const) {
    const body = {
      sectionSids: [other, section],
      ...(method === 'POST' && { userSid: await course.world.user() }),
    }
    const answer = await course.world.admin(method, course.world.path(course.at(rest)), { body })
    expect(problemOf(answer, 400).map(({ path }) => path)).toEqual(['sectionSids.1'])
  }
  expect(await statesOf(course.world, sid)).toEqual([removed])
})
