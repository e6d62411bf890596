// What closes a waiting session, which sessions are kept, and what opens a new one.
import { describe, expect, test } from 'vitest'
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
import { rotating } from '../../../support/rounds.ts'
import { makeWorld } from '../../../support/world.ts'

type Scene = { course: Course; userSid: string; enrollmentSid: string; examSid: string }

/** A learner with one session of one exam. */
async function scene(configuration = {}): Promise<Scene> {
  const course = await makeCourse(await makeWorld())
  const examSid = await course.exam({ configuration })
  const userSid = await course.world.user()
  return { course, userSid, examSid, enrollmentSid: await course.enroll({ userSid }) }
}

const put = ({ course }: Scene, rest: string, body: object) =>
  change(course.world, 'PUT', course.at(rest), { ...body })
const remove = ({ course }: Scene, rest: string) => change(course.world, 'DELETE', course.at(rest))

/** What ends the right to the exam, the reason that the session shows, and what restores the right. */
const takings: Record<
  string,
  { take(s: Scene): Promise<unknown>; reason?: string; back?(s: Scene): Promise<unknown> }
> = {
  'a withdrawal': {
    take: s => remove(s, `/enrollments/${s.enrollmentSid}`),
    reason: 'withdrawn',
    back: s => s.course.enroll({ userSid: s.userSid }),
  },
  'becoming an instructor': {
    take: s => put(s, `/enrollments/${s.enrollmentSid}`, { role: 'instructor' }),
    back: s => put(s, `/enrollments/${s.enrollmentSid}`, { role: 'learner' }),
  },
  'a limited scope': {
    take: s => put(s, `/exams/${s.examSid}`, { limitedScope: true }),
    reason: 'removed-by-limited-scope',
    back: s => put(s, `/exams/${s.examSid}`, { limitedScope: false }),
  },
  'the status deleted': { take: s => put(s, `/exams/${s.examSid}`, { status: 'deleted' }) },
  'deleting the exam': { take: s => remove(s, `/exams/${s.examSid}`) },
  'deleting the course': { take: s => remove(s, ''), reason: 'withdrawn' },
}

const waiting = ['Needs Proctor', 'Pending Approval', 'Approval Denied', 'Scheduled'] as const
const past: [string, Parameters<typeof setSessions>[2]][] = [
  ['runs', running()],
  ['is Processing', { ...running(), status: 'Processing' }],
  ['is an Incident', { ...running(), status: 'Incident' }],
  ['is Closed', { ...running(), status: 'Closed' }],
  ['was cancelled', { status: 'Closed', statusReason: 'no-show', cancelledDate: new Date() }],
]
const taken = Object.entries(takings).map(([name, taking], at) => ({ name, at, ...taking }))

describe.each(taken)('$name', ({ take, reason, at }) => {
  test.each(rotating(waiting, at, 1))(
    'closes a session that is %s, as cancelled and with a reason',
    async status => {
      const s = await scene()
      await setSessions(s.course.world, s.enrollmentSid, { status })
      const [before] = await sessionsOf(s.course.world, s.enrollmentSid)
      await take(s)
      const [after, ...more] = await sessionsOf(s.course.world, s.enrollmentSid)
      expect(more).toEqual([])
      expect(after).toMatchObject({ sid: before?.sid, status: 'Closed', cancelledDate: expect.any(Date) })
      expect(after?.statusReason).toEqual(reason ?? expect.stringMatching(/./))
      expect(after?.editDate.getTime()).toBeGreaterThanOrEqual(before?.editDate.getTime() ?? 0)
    },
  )

  test.each(rotating(past, at, 1))('keeps a session that %s unchanged', async (_title, state) => {
    const s = await scene()
    await setSessions(s.course.world, s.enrollmentSid, state)
    const before = await sessionsOf(s.course.world, s.enrollmentSid)
    await take(s)
    expect(await sessionsOf(s.course.world, s.enrollmentSid)).toEqual(before)
  })

  test('does not change sessions of other learners in other courses', async () => {
    const s = await scene()
    const other = await makeCourse(s.course.world)
    const elsewhere = await other.enroll({ userSid: s.userSid })
    await other.exam()
    await take(s)
    expect(await statesOf(s.course.world, elsewhere)).toEqual([['Needs Proctor', null]])
  })
})

const undone = Object.entries(takings).flatMap(([name, { take, back }]) =>
  back ? [{ name, take, back }] : [],
)

describe.each(undone)('undoing $name', ({ take, back }) => {
  test('opens a new session beside the closed one, once', async () => {
    const s = await scene({ duration: 30 })
    await take(s)
    await back(s)
    const [closed, opened, ...more] = await sessionsOf(s.course.world, s.enrollmentSid)
    expect(more).toEqual([])
    expect(closed).toMatchObject({ status: 'Closed' })
    expect(opened).toMatchObject({
      status: 'Needs Proctor',
      statusReason: null,
      cancelledDate: null,
      duration: 30,
    })
    expect(opened?.accessKey).not.toBe(closed?.accessKey)
  })

  test('opens none beside a running one', async () => {
    const s = await scene()
    await setSessions(s.course.world, s.enrollmentSid, running())
    await take(s)
    await back(s)
    expect(await statesOf(s.course.world, s.enrollmentSid)).toEqual([['Scheduled', null]])
  })

  test('opens none if no attempt is left', async () => {
    const s = await scene({ attempts: 1 })
    await setSessions(s.course.world, s.enrollmentSid, { ...running(), status: 'Closed' })
    await take(s)
    await back(s)
    expect(await statesOf(s.course.world, s.enrollmentSid)).toEqual([['Closed', null]])
  })
})

test('withdrawing a learner does not change sessions of another', async () => {
  const s = await scene()
  const other = await s.course.enroll()
  await remove(s, `/enrollments/${s.enrollmentSid}`)
  expect(await statesOf(s.course.world, other)).toEqual([['Needs Proctor', null]])
})

test('closing an exam does not change sessions of another exam of the course', async () => {
  const s = await scene()
  const other = await s.course.exam()
  await put(s, `/exams/${s.examSid}`, { status: 'deleted' })
  expect(await statesOf(s.course.world, other)).toEqual([['Needs Proctor', null]])
})

test('a limited scope keeps the sessions of learners with an assignment, of their own or of a section', async () => {
  const s = await scene()
  const sectionSid = await s.course.section()
  const [alone, member, neither] = [
    await s.course.enroll(),
    await s.course.enroll({ sectionSids: [sectionSid] }),
    await s.course.enroll({ sectionSids: [await s.course.section()] }),
  ]
  await assign(s.course.world, s.examSid, alone)
  await assign(s.course.world, s.examSid, sectionSid)
  await put(s, `/exams/${s.examSid}`, { limitedScope: true })
  for (const sid of [alone, member])
    expect(await statesOf(s.course.world, sid)).toEqual([['Needs Proctor', null]])
  for (const sid of [neither, s.enrollmentSid])
    expect(await statesOf(s.course.world, sid)).toEqual([['Closed', 'removed-by-limited-scope']])
})

test('a draft that becomes active opens a session for each learner, but none after its window', async () => {
  const s = await scene()
  const draft = await s.course.exam({ status: 'draft' })
  const past = await s.course.exam({ status: 'draft', configuration: { examCloseDate: inHours(-1) } })
  for (const sid of [draft, past]) await put(s, `/exams/${sid}`, { status: 'active' })
  expect(await statesOf(s.course.world, draft)).toEqual([['Needs Proctor', null]])
  expect(await statesOf(s.course.world, past)).toEqual([])
})

test.each([{ title: 'New' }, { type: 'Written' }, { requireApproval: true }, { status: 'active' }, {}])(
  'an update of an exam with %o neither closes nor opens a session',
  async body => {
    const s = await scene()
    await put(s, `/exams/${s.examSid}`, body)
    expect(await statesOf(s.course.world, s.examSid)).toEqual([['Needs Proctor', null]])
    await setSessions(s.course.world, s.enrollmentSid, { ...running(), status: 'Closed' })
    await put(s, `/exams/${s.examSid}`, body)
    expect(await statesOf(s.course.world, s.examSid)).toEqual([['Closed', null]])
  },
)

test('a learner who returns keeps the closed sessions, and gets one in each exam that is open', async () => {
  const s = await scene()
  await remove(s, `/enrollments/${s.enrollmentSid}`)
  const newer = await s.course.exam()
  const again = await make(s.course.world, s.course.at('/enrollments'), { userSid: s.userSid })
  expect(again.roundTrips).toBeLessThanOrEqual(2)
  expect(again.text('sid')).toBe(s.enrollmentSid)
  expect(await statesOf(s.course.world, s.examSid)).toEqual([
    ['Closed', 'withdrawn'],
    ['Needs Proctor', null],
  ])
  expect(await statesOf(s.course.world, newer)).toEqual([['Needs Proctor', null]])
})
