// A change through the API creates an event with the record that the API returns.
import { beforeAll, describe, expect, test } from 'vitest'
import type { WebhookEvent } from '../../../src/verify/index.ts'
import { makeAssignable } from '../../support/assignments.ts'
import { type Course, change, make, makeCourse } from '../../support/catalog.ts'
import { everything } from '../../support/configurations.ts'
import { makeSession, type SessionWorld, soon } from '../../support/sessions.ts'
import {
  changesOf,
  expectCaptured,
  expectSame,
  type Listener,
  listen,
  only,
  recordOf,
} from '../../support/webhook-events.ts'
import { arrived, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const system = stackWithSink()

/** Rows that the API shows as a part of another record. */
const partsOfRecords = new Set(['instructor_proctor', 'exam_assignment_target'])

/** Expects exactly these events, each with the current record, and returns them. */
async function expectEvents(
  world: World,
  listener: Listener,
  { changes, courseSid, act }: { changes: string[]; courseSid?: string; act: () => unknown },
): Promise<WebhookEvent[]> {
  const events = await listener.eventsOf(act)
  expect(changesOf(events)).toEqual(changes.toSorted())
  for (const event of events) {
    expectCaptured(event, world.installSid)
    const isRecord = !partsOfRecords.has(event.metadata.table ?? '')
    if (isRecord && event.metadata.operation !== 'delete')
      expectSame(event, await recordOf(world, event, courseSid))
  }
  return events
}

test('a change creates its event at once', async () => {
  const world = await makeWorld(system.stack)
  const { receiver } = await listen(world, system.sink)
  await world.user()
  await arrived(receiver, 1)
})

describe('of a user', () => {
  test('creation and changes by an administrator and by the user create events', async () => {
    const world = await makeWorld(system.stack)
    const listener = await listen(world, system.sink)
    let sid = ''
    await expectEvents(world, listener, {
      changes: ['insert user'],
      act: async () => {
        sid = await world.user({ username: 'ada', homePhone: '+1 555', lmsId: 'L1', externalId: 'X1' })
      },
    })
    const [changed] = await expectEvents(world, listener, {
      changes: ['update user'],
      act: () => change(world, 'PUT', `/users/${sid}`, { firstName: 'Größe', role: 'instructor' }),
    })
    expect(changed?.payload).toMatchObject({ sid, firstName: 'Größe', role: 'instructor' })
    expect(changed?.payload).not.toHaveProperty('previousStatus')
  })

  test('an update to the current values creates no event', async () => {
    const world = await makeWorld(system.stack)
    const listener = await listen(world, system.sink)
    const sid = await world.user({ lastName: 'Lovelace' })
    const again = () => change(world, 'PUT', `/users/${sid}`, { lastName: 'Lovelace' })
    expect(await listener.eventsOf(again)).toEqual([])
    const password = () => change(world, 'PUT', `/users/${sid}`, { password: 'Correct4horse!' })
    expect(await listener.eventsOf(password)).toEqual([])
  })
})

describe('of a course', () => {
  let course: Course
  let listener: Listener
  beforeAll(async () => {
    course = await makeCourse(await makeWorld(system.stack))
    listener = await listen(course.world, system.sink)
  })
  const expectCourseEvents = (changes: string[], act: () => unknown) =>
    expectEvents(course.world, listener, { changes, courseSid: course.sid, act })

  test('an exam has events for its configuration, its change and its deletion', async () => {
    const { world } = course
    const slots = ['insert instructor_proctor', 'insert instructor_proctor']
    const [exam] = await expectCourseEvents(['insert exam', 'insert exam_configuration', ...slots], () =>
      course.exam({ configuration: everything, lmsId: 'L2' }),
    ).then(events => events.filter(({ metadata }) => metadata.table === 'exam'))
    const at = course.at(`/exams/${exam?.payload['sid']}`)
    const [changed] = await expectCourseEvents(['update exam'], () =>
      change(world, 'PUT', at, { title: 'Final' }),
    )
    expect(changed?.payload).toMatchObject({ title: 'Final', status: 'active', previousStatus: 'active' })
    const [drafted] = await expectCourseEvents(['update exam'], () =>
      change(world, 'PUT', at, { status: 'draft' }),
    )
    expect(drafted?.payload).toMatchObject({ status: 'draft', previousStatus: 'active' })
    const deleted = await listener.eventsOf(() => change(world, 'DELETE', at))
    expect(changesOf(deleted)).toEqual(['update exam'])
    expect(deleted[0]?.payload).toMatchObject({ status: 'deleted', previousStatus: 'draft' })
  })

  test('a configuration has events when it is added, replaced, locked and deleted', async () => {
    const { world } = course
    const examSid = await course.exam({ status: 'draft', configuration: { duration: 30 } })
    const enrollmentSid = await course.enroll()
    const at = course.at(`/exams/${examSid}/configurations`)
    let sid = ''
    const slots = ['instructor_proctor', 'instructor_proctor']
    const inserted = slots.map(table => `insert ${table}`)
    await expectCourseEvents(['insert exam_configuration', ...inserted], async () => {
      sid = (await make(world, at, { ...everything, enrollmentSid })).text('sid')
    })
    const one = `${at}/${sid}`
    const deletedSlots = slots.map(table => `delete ${table}`)
    await expectCourseEvents(['update exam_configuration', ...deletedSlots], () =>
      change(world, 'PUT', one, { duration: 45 }),
    )
    const lock = () => world.admin('POST', world.path(`${one}/lock`))
    const [locked] = await expectCourseEvents(['update exam_configuration'], lock)
    expect(locked?.payload).toMatchObject({ sid, locked: true, duration: 45 })
    expect(await listener.eventsOf(lock)).toEqual([])
    const record = (await world.admin('GET', world.path(one))).body
    const [deleted] = await expectCourseEvents(['delete exam_configuration'], () =>
      change(world, 'DELETE', one),
    )
    if (deleted) expectSame(deleted, record)
  })

  test('an enrollment has events together with its sessions, at its start and end', async () => {
    const { world } = course
    const own = await makeCourse(world)
    await own.exam()
    const userSid = await world.user()
    let sid = ''
    const enrolled = await expectCourseEvents(['insert enrollment', 'insert exam_session'], async () => {
      sid = await own.enroll({ userSid, sisId: 'S1' })
    })
    expect(only(enrolled, 'enrollment').payload).toMatchObject({ sid, userSid, status: 'active' })
    expect(only(enrolled, 'exam_session').payload).toMatchObject({
      enrollmentSid: sid,
      status: 'Needs Proctor',
    })
    const at = own.at(`/enrollments/${sid}`)
    await expectCourseEvents(['update enrollment'], () => change(world, 'PUT', at, { sisId: 'S2' }))
    const ended = await listener.eventsOf(() => change(world, 'DELETE', at))
    expect(changesOf(ended)).toEqual(['update enrollment', 'update exam_session'])
    const { payload } = only(ended, 'enrollment')
    expect(payload).toMatchObject({ status: 'withdrawn', previousStatus: 'active' })
    expect(only(ended, 'exam_session').payload).toMatchObject({
      ...{ status: 'Closed', statusReason: 'withdrawn', previousStatus: 'Needs Proctor' },
    })
  })
})

test('an assignment has events when it is added, moved and removed, together with its sessions', async () => {
  const exam = await makeAssignable({}, await makeWorld(system.stack))
  const { world, learner } = exam
  const listener = await listen(world, system.sink)
  const dates = { examOpenDate: '2030-01-01', examCloseDate: '2030-02-01', schedulingOpenDate: '2029-12-01' }
  const added = await expectEvents(world, listener, {
    changes: ['insert exam_assignment', 'insert exam_assignment_target', 'insert exam_session'],
    act: () => exam.add({ ...dates, targets: { enrollmentSids: [learner] } }),
  })
  const { payload } = only(added, 'exam_assignment')
  expect(only(added, 'exam_assignment_target').payload).toMatchObject({
    ...{
      sid: payload['sid'],
      assignmentSid: payload['sid'],
      examSid: payload['examSid'],
      enrollmentSid: learner,
    },
  })
  expect(payload).toMatchObject({ ...dates, schedulingCloseDate: null })
  const sid = String(payload['sid'])
  const moved = { sid, examOpenDate: '2030-01-02', examCloseDate: '2030-02-01' }
  const [updated] = await expectEvents(world, listener, {
    changes: ['update exam_assignment'],
    act: () => exam.change({ updated: [moved] }),
  })
  expect(updated?.payload['examOpenDate']).toBe('2030-01-02')
  const removed = await expectEvents(world, listener, {
    changes: ['delete exam_assignment', 'update exam_session'],
    act: () => exam.change({ removed: [sid] }),
  })
  expect(only(removed, 'exam_assignment').payload).toEqual(updated?.payload)
  expect(only(removed, 'exam_session').payload).toMatchObject({
    ...{ status: 'Closed', statusReason: 'removed-by-limited-scope', previousStatus: 'Needs Proctor' },
  })
})

describe('of a session', () => {
  let world: SessionWorld
  let listener: Listener
  beforeAll(async () => {
    world = await makeSession({}, system.stack)
    listener = await listen(world, system.sink)
  })

  test.each<[string, string, object, string, string]>([
    ['POST', '', { appointmentDate: soon(10) }, 'Needs Proctor', 'Scheduled'],
    ['PUT', '', { appointmentDate: soon(12) }, 'Scheduled', 'Scheduled'],
    ['POST', '/start', {}, 'Scheduled', 'Scheduled'],
    ['POST', '/end', {}, 'Scheduled', 'Closed'],
  ])('%s %s has one event with the previous status', async (method, rest, body, before, status) => {
    const [event] = await expectEvents(world, listener, {
      changes: ['update exam_session'],
      act: () => world.act(method, rest, body),
    })
    expect(event?.payload).toMatchObject({ sid: world.sessionSid, status, previousStatus: before })
  })

  test('a session event has an event together with its effect on the session', async () => {
    const type = await make(world, '/eventTypes', { name: 'Phone', opensIncident: true })
    const events = `/exams/${world.examSid}/sessions/${world.sessionSid}/events`
    const body = { eventTypeSid: type.text('sid'), title: 'Phone', contactEmail: 'c@school.example' }
    let sid = ''
    const opened = await listener.eventsOf(async () => {
      sid = (await make(world, events, body)).text('sid')
    })
    expect(changesOf(opened)).toEqual(['insert session_event', 'update exam_session'])
    for (const event of opened) expectCaptured(event, world.installSid)
    const session = await world.read()
    expectSame(only(opened, 'exam_session'), session.body)
    expect(session.body['status']).toBe('Incident')
    expect(only(opened, 'exam_session').payload['previousStatus']).toBe('Closed')
    const { courseSid, examSid, enrollmentSid, userSid } = world
    const event = only(opened, 'session_event')
    // The user of a session is in the session's record, not in the event's.
    const record = await recordOf(world, event)
    expectSame(event, { ...{ courseSid, examSid, enrollmentSid, userSid }, ...record })
    const resolved = await listener.eventsOf(() =>
      change(world, 'PUT', `${events}/${sid}`, { status: 'Resolved' }),
    )
    expect(changesOf(resolved)).toEqual(['update exam_session', 'update session_event'])
    const { payload } = only(resolved, 'session_event')
    expect(payload).toMatchObject({ sid, status: 'Resolved', previousStatus: 'Open' })
  })
})
