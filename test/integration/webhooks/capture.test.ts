// What is changed through the API is told as an event of the record that the API shows.
import { beforeAll, describe, expect, test } from 'vitest'
import type { WebhookEvent } from '../../../src/verify/index.ts'
import { makeAssignable } from '../../support/assignments.ts'
import { type Course, change, make, makeCourse } from '../../support/catalog.ts'
import { everything } from '../../support/configurations.ts'
import { makeSession, type SessionWorld, soon } from '../../support/sessions.ts'
import {
  deedsOf,
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

/** Holds that the deed is told as these and no others, each as the record is afterwards, and gives them out. */
async function tells(
  world: World,
  listener: Listener,
  { deeds, courseSid, deed }: { deeds: string[]; courseSid?: string; deed: () => unknown },
): Promise<WebhookEvent[]> {
  const events = await listener.told(deed)
  expect(deedsOf(events)).toEqual(deeds.toSorted())
  for (const event of events) {
    expectCaptured(event, world.installSid)
    if (event.metadata.operation !== 'delete') expectSame(event, await recordOf(world, event, courseSid))
  }
  return events
}

test('a change is told by itself, at once', async () => {
  const world = await makeWorld(system.stack)
  const { receiver } = await listen(world, system.sink)
  await world.user()
  await arrived(receiver, 1)
})

describe('of a user', () => {
  test('is told when it is created, changed by an administrator and by itself', async () => {
    const world = await makeWorld(system.stack)
    const listener = await listen(world, system.sink)
    let sid = ''
    await tells(world, listener, {
      deeds: ['insert user'],
      deed: async () => {
        sid = await world.user({ username: 'ada', homePhone: '+1 555', lmsId: 'L1', externalId: 'X1' })
      },
    })
    const [changed] = await tells(world, listener, {
      deeds: ['update user'],
      deed: () => change(world, 'PUT', `/users/${sid}`, { firstName: 'Größe', role: 'instructor' }),
    })
    expect(changed?.payload).toMatchObject({ sid, firstName: 'Größe', role: 'instructor' })
    expect(changed?.payload).not.toHaveProperty('previousStatus')
  })

  test('a change to what it is already is not told', async () => {
    const world = await makeWorld(system.stack)
    const listener = await listen(world, system.sink)
    const sid = await world.user({ lastName: 'Lovelace' })
    const again = () => change(world, 'PUT', `/users/${sid}`, { lastName: 'Lovelace' })
    expect(await listener.told(again)).toEqual([])
    const password = () => change(world, 'PUT', `/users/${sid}`, { password: 'Correct4horse!' })
    expect(await listener.told(password)).toEqual([])
  })
})

describe('of a course', () => {
  let course: Course
  let listener: Listener
  beforeAll(async () => {
    course = await makeCourse(await makeWorld(system.stack))
    listener = await listen(course.world, system.sink)
  })
  const told = (deeds: string[], deed: () => unknown) =>
    tells(course.world, listener, { deeds, courseSid: course.sid, deed })

  test('an exam is told with its configuration, its change, and that it was deleted', async () => {
    const { world } = course
    const [exam] = await told(['insert exam', 'insert exam_configuration'], () =>
      course.exam({ configuration: everything, lmsId: 'L2' }),
    ).then(events => events.filter(({ metadata }) => metadata.table === 'exam'))
    const at = course.at(`/exams/${exam?.payload['sid']}`)
    const [changed] = await told(['update exam'], () => change(world, 'PUT', at, { title: 'Final' }))
    expect(changed?.payload).toMatchObject({ title: 'Final', status: 'active', previousStatus: 'active' })
    const [drafted] = await told(['update exam'], () => change(world, 'PUT', at, { status: 'draft' }))
    expect(drafted?.payload).toMatchObject({ status: 'draft', previousStatus: 'active' })
    const deleted = await listener.told(() => change(world, 'DELETE', at))
    expect(deedsOf(deleted)).toEqual(['update exam'])
    expect(deleted[0]?.payload).toMatchObject({ status: 'deleted', previousStatus: 'draft' })
  })

  test('a configuration is told when it is added, replaced, locked and deleted', async () => {
    const { world } = course
    const examSid = await course.exam({ status: 'draft', configuration: { duration: 30 } })
    const enrollmentSid = await course.enroll()
    const at = course.at(`/exams/${examSid}/configurations`)
    let sid = ''
    await told(['insert exam_configuration'], async () => {
      sid = (await make(world, at, { ...everything, enrollmentSid })).text('sid')
    })
    const one = `${at}/${sid}`
    await told(['update exam_configuration'], () => change(world, 'PUT', one, { duration: 45 }))
    const lock = () => world.admin('POST', world.path(`${one}/lock`))
    const [locked] = await told(['update exam_configuration'], lock)
    expect(locked?.payload).toMatchObject({ sid, locked: true, duration: 45 })
    expect(await listener.told(lock)).toEqual([])
    const record = (await world.admin('GET', world.path(one))).body
    const [deleted] = await told(['delete exam_configuration'], () => change(world, 'DELETE', one))
    if (deleted) expectSame(deleted, record)
  })

  test('an enrollment is told with the sessions that it makes, and ends with them', async () => {
    const { world } = course
    const own = await makeCourse(world)
    await own.exam()
    const userSid = await world.user()
    let sid = ''
    const enrolled = await told(['insert enrollment', 'insert exam_session'], async () => {
      sid = await own.enroll({ userSid, sisId: 'S1' })
    })
    expect(only(enrolled, 'enrollment').payload).toMatchObject({ sid, userSid, status: 'active' })
    expect(only(enrolled, 'exam_session').payload).toMatchObject({
      enrollmentSid: sid,
      status: 'Needs Proctor',
    })
    const at = own.at(`/enrollments/${sid}`)
    await told(['update enrollment'], () => change(world, 'PUT', at, { sisId: 'S2' }))
    const ended = await listener.told(() => change(world, 'DELETE', at))
    expect(deedsOf(ended)).toEqual(['update enrollment', 'update exam_session'])
    const { payload } = only(ended, 'enrollment')
    expect(payload).toMatchObject({ status: 'withdrawn', previousStatus: 'active' })
    expect(only(ended, 'exam_session').payload).toMatchObject({
      ...{ status: 'Closed', statusReason: 'withdrawn', previousStatus: 'Needs Proctor' },
    })
  })
})

test('an assignment is told when it is added, moved and removed, with the sessions that come and go', async () => {
  const exam = await makeAssignable({}, await makeWorld(system.stack))
  const { world, learner } = exam
  const listener = await listen(world, system.sink)
  const dates = { examOpenDate: '2030-01-01', examCloseDate: '2030-02-01', schedulingOpenDate: '2029-12-01' }
  const added = await tells(world, listener, {
    deeds: ['insert exam_assignment', 'insert exam_session'],
    deed: () => exam.add({ ...dates, targets: { enrollmentSids: [learner] } }),
  })
  const { payload } = only(added, 'exam_assignment')
  expect(payload).toMatchObject({ ...dates, schedulingCloseDate: null })
  const sid = String(payload['sid'])
  const moved = { sid, examOpenDate: '2030-01-02', examCloseDate: '2030-02-01' }
  const [updated] = await tells(world, listener, {
    deeds: ['update exam_assignment'],
    deed: () => exam.change({ updated: [moved] }),
  })
  expect(updated?.payload['examOpenDate']).toBe('2030-01-02')
  const removed = await tells(world, listener, {
    deeds: ['delete exam_assignment', 'update exam_session'],
    deed: () => exam.change({ removed: [sid] }),
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
  ])('%s %s is told once, with the status before', async (method, rest, body, before, status) => {
    const [told] = await tells(world, listener, {
      deeds: ['update exam_session'],
      deed: () => world.act(method, rest, body),
    })
    expect(told?.payload).toMatchObject({ sid: world.sessionSid, status, previousStatus: before })
  })

  test('an event is told with what it does to the session', async () => {
    const type = await make(world, '/eventTypes', { name: 'Phone', opensIncident: true })
    const events = `/exams/${world.examSid}/sessions/${world.sessionSid}/events`
    const body = { eventTypeSid: type.text('sid'), title: 'Phone', contactEmail: 'c@school.example' }
    let sid = ''
    const opened = await listener.told(async () => {
      sid = (await make(world, events, body)).text('sid')
    })
    expect(deedsOf(opened)).toEqual(['insert session_event', 'update exam_session'])
    for (const told of opened) expectCaptured(told, world.installSid)
    const session = await world.read()
    expectSame(only(opened, 'exam_session'), session.body)
    expect(session.body['status']).toBe('Incident')
    expect(only(opened, 'exam_session').payload['previousStatus']).toBe('Closed')
    const { courseSid, examSid, enrollmentSid, userSid } = world
    const told = only(opened, 'session_event')
    // Whose session it was stands in the session's record, not in the event's.
    const record = await recordOf(world, told)
    expectSame(told, { ...{ courseSid, examSid, enrollmentSid, userSid }, ...record })
    const resolved = await listener.told(() =>
      change(world, 'PUT', `${events}/${sid}`, { status: 'Resolved' }),
    )
    expect(deedsOf(resolved)).toEqual(['update exam_session', 'update session_event'])
    const { payload } = only(resolved, 'session_event')
    expect(payload).toMatchObject({ sid, status: 'Resolved', previousStatus: 'Open' })
  })
})
