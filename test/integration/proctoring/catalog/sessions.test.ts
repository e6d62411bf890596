// Which learner has a session of which exam, regardless of the order of creation.
import { describe, expect, test } from 'vitest'
import { enrollment } from '../../../../db/schema/catalog.ts'
import { user } from '../../../../db/schema/user.ts'
import { newSid } from '../../../../db/sid.ts'
import {
  assign,
  type Course,
  change,
  inHours,
  make,
  makeCourse,
  running,
  sessionsOf,
  setSessions,
  statesOf,
} from '../../../support/catalog.ts'
import { rounds } from '../../../support/rounds.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld } from '../../../support/world.ts'

const fresh = [['Needs Proctor', null]]

/** Enrolls a learner and creates an exam in both orders, and returns the states of the sessions for each. */
async function bothWays(exam: Record<string, unknown>, enrolled: Record<string, unknown> = {}) {
  const course = await makeCourse(await makeWorld())
  const examSid = await course.exam(exam)
  const late = await course.enroll(enrolled)
  const afterwards = await statesOf(course.world, late)
  const other = await makeCourse(course.world)
  const early = await other.enroll(enrolled)
  await other.exam(exam)
  expect(await statesOf(course.world, examSid)).toEqual(afterwards)
  return [afterwards, await statesOf(course.world, early)]
}

const windows = {
  'without a window': {},
  'that closes later': { examCloseDate: inHours(1) },
  'that opens later': { examOpenDate: inHours(1), examCloseDate: inHours(2) },
  'with only a past open date': { examOpenDate: inHours(-2) },
}

test.each(Object.entries(windows))(
  'a learner has one Needs Proctor session in an exam %s',
  async (_, window) => {
    expect(await bothWays({ configuration: window })).toEqual([fresh, fresh])
  },
)

test.each([{ type: 'Written' }, { requireApproval: true }])('and so in an exam with %o', async members => {
  expect(await bothWays(members)).toEqual([fresh, fresh])
})

const none: [string, Record<string, unknown>, Record<string, unknown>][] = [
  ['an exam whose window is over', { configuration: { examCloseDate: inHours(-1) } }, {}],
  ['a draft', { status: 'draft' }, {}],
  ['an exam of limited scope', { limitedScope: true }, {}],
  ['an exam, if the member is an instructor', {}, { role: 'instructor' }],
]

test.each(none)('no learner has a session of %s', async (_, exam, enrolled) => {
  expect(await bothWays(exam, enrolled)).toEqual([[], []])
})

test('a session has its install, course, exam, enrollment and user, and its own access key', async () => {
  const world = await makeWorld()
  const course = await makeCourse(world)
  const userSid = await world.user()
  const examSid = await course.exam({ configuration: { duration: 90 } })
  const enrollmentSid = await course.enroll({ userSid })
  await course.enroll()
  const [session, other] = await sessionsOf(world, examSid)
  const whose = { installSid: world.installSid, courseSid: course.sid, examSid, enrollmentSid, userSid }
  expect(session).toMatchObject({ ...whose, status: 'Needs Proctor', statusReason: null, duration: 90 })
  expect(session).toMatchObject({ inProgressDate: null, cancelledDate: null, appointmentDate: null })
  expect(session?.accessKey).toMatch(/^.{16,}$/)
  expect(session?.accessKey).not.toBe(other?.accessKey)
})

test('each learner of a course gets a session of each of its open exams, and of no other course', async () => {
  const world = await makeWorld()
  const [course, other] = [await makeCourse(world), await makeCourse(world)]
  const userSid = await world.user()
  const elsewhere = await other.enroll({ userSid })
  const exams = [await course.exam(), await course.exam()]
  const learners = [await course.enroll({ userSid }), await course.enroll()]
  exams.push(await course.exam())
  await other.exam()
  for (const learner of learners) {
    const sessions = await sessionsOf(world, learner)
    expect(sessions.map(({ examSid }) => examSid).toSorted()).toEqual(exams.toSorted())
  }
  expect(await sessionsOf(world, elsewhere)).toHaveLength(1)
})

test('a withdrawn learner gets no session of a new exam', async () => {
  const course = await makeCourse(await makeWorld())
  const sid = await course.enroll()
  await change(course.world, 'DELETE', course.at(`/enrollments/${sid}`))
  await course.exam()
  expect(await sessionsOf(course.world, sid)).toEqual([])
})

const crowd = rounds({ quick: 200, all: 1000 })

test(`an exam in a course of ${crowd} learners creates as many sessions in at most 2 round trips`, async () => {
  const course = await makeCourse(await makeWorld())
  const { db } = course.world.stack
  const installSid = sidOf('AI', course.world.installSid)
  const person = { installSid, firstName: 'Ada', lastName: 'L', email: 'ada@school.example' }
  const people = Array.from({ length: crowd }, () => ({ ...person, sid: newSid('US') }))
  await db.insert(user).values(people)
  const enrolled = people.map(({ sid: userSid }) => ({
    ...{ sid: newSid('EN'), installSid, courseSid: sidOf('CU', course.sid), userSid },
  }))
  await db.insert(enrollment).values(enrolled)
  const made = await make(course.world, course.at('/exams'), { title: 'Final' })
  expect(made.roundTrips).toBeLessThanOrEqual(2)
  const sessions = await sessionsOf(course.world, made.text('sid'))
  expect(new Set(sessions.map(({ enrollmentSid }) => enrollmentSid)).size).toBe(crowd)
  const deleted = await change(course.world, 'DELETE', course.at())
  expect(deleted.roundTrips).toBeLessThanOrEqual(2)
  expect(new Set((await statesOf(course.world, made.text('sid'))).join(';').split(';'))).toEqual(
    new Set(['Closed,withdrawn']),
  )
})

describe('the duration of a session', () => {
  const accommodate = (course: Course, examSid: string, body: Record<string, unknown>) =>
    make(course.world, course.at(`/exams/${examSid}/configurations`), body)
  const durations = async (course: Course, sid: string) =>
    (await sessionsOf(course.world, sid)).map(({ duration }) => duration)

  test('is null if the exam has none', async () => {
    const course = await makeCourse(await makeWorld())
    await course.exam()
    expect(await durations(course, await course.enroll())).toEqual([null])
  })

  test('follows an accommodation while the session waits, and also its deletion', async () => {
    const course = await makeCourse(await makeWorld())
    const examSid = await course.exam({ configuration: { duration: 60 } })
    const [ada, bo] = [await course.enroll(), await course.enroll()]
    const made = await accommodate(course, examSid, { enrollmentSid: ada, duration: 90 })
    expect(made.roundTrips).toBeLessThanOrEqual(2)
    expect([await durations(course, ada), await durations(course, bo)]).toEqual([[90], [60]])
    await change(course.world, 'DELETE', course.at(`/exams/${examSid}/configurations/${made.text('sid')}`))
    expect(await durations(course, ada)).toEqual([60])
  })

  test('is kept if an accommodation has no duration', async () => {
    const course = await makeCourse(await makeWorld())
    const examSid = await course.exam({ configuration: { duration: 60 } })
    const ada = await course.enroll()
    await accommodate(course, examSid, { enrollmentSid: ada, attempts: 3 })
    expect(await durations(course, ada)).toEqual([60])
  })

  test('follows the primary configuration while the session waits, unless an accommodation overrides it', async () => {
    const course = await makeCourse(await makeWorld())
    const created = await make(course.world, course.at('/exams'), {
      ...{ title: 'Final', configuration: { duration: 60 } },
    })
    const examSid = created.text('sid')
    const [ada, bo] = [await course.enroll(), await course.enroll()]
    await accommodate(course, examSid, { enrollmentSid: ada, duration: 90 })
    const primary = course.at(`/exams/${examSid}/configurations/${created.text('examConfigurationSid')}`)
    await change(course.world, 'PUT', primary, { duration: 45 })
    expect([await durations(course, ada), await durations(course, bo)]).toEqual([[90], [45]])
  })

  test.each([
    ['scheduled', { status: 'Scheduled' as const }],
    ['running', running()],
    ['closed', { status: 'Closed' as const }],
  ])('of one that is %s is not changed', async (_, state) => {
    const course = await makeCourse(await makeWorld())
    const examSid = await course.exam({ configuration: { duration: 60 } })
    const ada = await course.enroll()
    await setSessions(course.world, ada, state)
    await accommodate(course, examSid, { enrollmentSid: ada, duration: 90 })
    expect((await durations(course, ada))[0]).toBe(60)
  })

  test('is the accommodation’s when the learner returns', async () => {
    const course = await makeCourse(await makeWorld())
    const examSid = await course.exam({ configuration: { duration: 60 } })
    const userSid = await course.world.user()
    const ada = await course.enroll({ userSid })
    await accommodate(course, examSid, { enrollmentSid: ada, duration: 90 })
    await change(course.world, 'DELETE', course.at(`/enrollments/${ada}`))
    await course.enroll({ userSid })
    expect(await durations(course, ada)).toEqual([90, 90])
  })
})

test('a learner whose accommodation extends an expired window has a session', async () => {
  const course = await makeCourse(await makeWorld())
  const examSid = await course.exam({ configuration: { examCloseDate: inHours(-1) } })
  const ada = await course.enroll()
  const body = { enrollmentSid: ada, examCloseDate: inHours(1) }
  await make(course.world, course.at(`/exams/${examSid}/configurations`), body)
  expect(await statesOf(course.world, ada)).toEqual(fresh)
})

test('a learner with an assignment of a limited exam has a session of it after a return', async () => {
  const course = await makeCourse(await makeWorld())
  const examSid = await course.exam({ limitedScope: true })
  const userSid = await course.world.user()
  const ada = await course.enroll({ userSid })
  await assign(course.world, examSid, ada)
  await change(course.world, 'DELETE', course.at(`/enrollments/${ada}`))
  await course.enroll({ userSid })
  expect(await statesOf(course.world, ada)).toEqual(fresh)
})
