// Sessions that follow another one: a new one after a cancellation, the next attempt after the end, and none for a withdrawn learner.
import { describe, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import { assign, change } from '../../../support/catalog.ts'
import { badPaths } from '../../../support/problem.ts'
import { rotating } from '../../../support/rounds.ts'
import {
  another,
  ask,
  inState,
  listed,
  ofSession,
  refused,
  rowOf,
  run,
  setRow,
  slotsOf,
  stepsOf,
  storedOf,
  transitionNames,
} from '../../../support/session-steps.ts'
import { statusOf } from '../../../support/session-table.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'

const statusesOf = async (world: SessionWorld) => (await listed(world)).map(({ status }) => status)
const last = async (world: SessionWorld) => ofSession(world, String((await listed(world)).at(-1)?.['sid']))
const primaryOf = async (world: SessionWorld) => {
  const exam = world.path(`/courses/${world.courseSid}/exams/${world.examSid}`)
  return `${exam}/configurations/${(await world.admin('GET', exam)).text('examConfigurationSid')}`
}
const configure = async (world: SessionWorld, body: object) => {
  const answer = await world.admin('PUT', await primaryOf(world), { body })
  expect(answer.status, answer.raw).toBe(200)
}
const next = (world: SessionWorld, enrollmentSid = world.enrollmentSid) =>
  world.admin('POST', world.path(`/exams/${world.examSid}/sessions`), { body: { enrollmentSid } })

describe('after a cancellation', () => {
  test.each(['no-show', 'changed-time', 'technical-issue', 'other-reason'])(
    'for %s a new session of the same series waits for a proctor',
    async reason => {
      const world = await makeSession()
      await run(world, 'schedule', 60)
      const cancelled = await world.act('DELETE', '', { reason })
      const info = { running: false, cancelled: true, allowedActions: [] }
      expect(cancelled.body).toMatchObject({ status: 'Closed', statusReason: reason, sessionInfo: info })
      expect(await statusesOf(world)).toEqual(['Closed', 'Needs Proctor'])
      const fresh = await (await last(world)).read()
      expect(fresh.body).toMatchObject({ series: world.sessionSid, duration: 60, appointmentDate: null })
      expect(fresh.body).toMatchObject({ dateScheduled: null, dateApproved: null, statusReason: null })
      expect(fresh.text('accessKey')).not.toBe(cancelled.text('accessKey'))
      const [step, ...others] = await stepsOf(world, fresh.text('sid'))
      expect([step, others]).toMatchObject([{ fromStatus: null, toStatus: 'Needs Proctor' }, []])
    },
  )

  test('the series of each session of a chain is the sid of the first', async () => {
    const world = await makeSession()
    let current = world
    for (let round = 0; round < 4; round += 1) {
      await run(current, 'cancel')
      current = await last(world)
    }
    const series = await Promise.all(
      (await listed(world)).map(async ({ sid }) =>
        (await ofSession(world, String(sid)).read()).text('series'),
      ),
    )
    expect(series).toEqual(Array(5).fill(world.sessionSid))
  })

  test('the new session has the current duration', async () => {
    const world = await makeSession()
    await run(world, 'schedule', 60)
    await configure(world, { duration: 45 })
    await run(world, 'cancel')
    expect((await (await last(world)).read()).body).toMatchObject({ duration: 45 })
  })

  test('none follows after the exam’s window', async () => {
    const world = await makeSession()
    await run(world, 'schedule', 60)
    await configure(world, { examOpenDate: soon(-60), examCloseDate: soon(-1) })
    await run(world, 'cancel')
    expect(await statusesOf(world)).toEqual(['Closed'])
  })

  test('one follows before the exam’s window', async () => {
    const world = await makeSession({ configuration: { examOpenDate: soon(600), examCloseDate: soon(900) } })
    await run(world, 'cancel')
    expect(await statusesOf(world)).toEqual(['Closed', 'Needs Proctor'])
  })

  test('none follows when the attempts are used up, else one does', async () => {
    for (const attempts of [1, 2]) {
      const first = await inState('Closed')
      const second = ofSession(first, (await next(first)).text('sid'))
      await configure(first, { duration: 60, attempts })
      await run(second, 'cancel')
      expect(await statusesOf(first)).toEqual([
        'Closed',
        'Closed',
        ...(attempts === 1 ? [] : ['Needs Proctor']),
      ])
    }
  })

  test('a cancelled session that was never started uses no attempt', async () => {
    const world = await makeSession({ configuration: { attempts: 1 } })
    for (const transition of ['schedule', 'cancel'] as const) await run(world, transition)
    expect(await statusesOf(world)).toEqual(['Closed', 'Needs Proctor'])
  })

  test('none follows for a learner who is no longer assigned, and one does for an assigned one', async () => {
    for (const assigned of [false, true]) {
      const world = await inState('Scheduled')
      const exam = `/courses/${world.courseSid}/exams/${world.examSid}`
      if (assigned) await assign(world, world.examSid, world.enrollmentSid)
      await change(world, 'PUT', exam, { limitedScope: true })
      // The narrowed scope closes it; a session that is still open, for example because of a race, is cancelled here.
      if (!assigned)
        await setRow(world, world.sessionSid, {
          status: 'Scheduled',
          cancelledDate: null,
          statusReason: null,
        })
      await run(world, 'cancel')
      expect(await statusesOf(world)).toEqual(assigned ? ['Closed', 'Needs Proctor'] : ['Closed'])
    }
  })
})

describe('another attempt', () => {
  test('is a separate new session after the last one has ended', async () => {
    const world = await inState('Closed')
    const made = await next(world)
    expect([made.status, made.roundTrips <= 2], made.raw).toEqual([201, true])
    expect(made.body).toMatchObject({
      status: 'Needs Proctor',
      enrollmentSid: world.enrollmentSid,
      duration: 60,
    })
    expect(made.body).toMatchObject({
      series: made.text('sid'),
      inProgressDate: null,
      examSid: world.examSid,
    })
    const [step] = await stepsOf(world, made.text('sid'))
    expect(step).toMatchObject({ fromStatus: null, actor: expect.stringMatching(/^AK[a-f0-9]{32}$/) })
    expect(await statusesOf(world)).toEqual(['Closed', 'Needs Proctor'])
  })

  test.each(['Needs Proctor', 'Scheduled', 'running', 'running Incident', 'Approval Denied'] as const)(
    'is 409 session_active while one is in %s',
    async state => {
      const world = await inState(state)
      await refused(world, 'session_active', () => next(world))
    },
  )

  test.each(['Processing', 'Incident', 'Closed'] as const)(
    'is made while an earlier one is in %s',
    async state => {
      const world = await inState(state)
      const second = ofSession(world, (await next(world)).text('sid'))
      expect(await statusesOf(world)).toEqual([statusOf(state), 'Needs Proctor'])
      await refused(world, 'session_active', () => next(world))
      await run(second, 'schedule')
    },
  )

  test('is 409 no_attempts_left when the permitted number was started', async () => {
    const world = await makeSession({ configuration: { duration: 60, attempts: 2 } })
    for (const transition of ['schedule', 'start', 'end'] as const) await run(world, transition)
    const second = ofSession(world, (await next(world)).text('sid'))
    for (const transition of ['schedule', 'start', 'end'] as const) await run(second, transition)
    await refused(world, 'no_attempts_left', () => next(world))
    await configure(world, { duration: 60, attempts: 3 })
    expect((await next(world)).status).toBe(201)
  })

  test('is 409 not_assigned for an exam of limited scope without an assignment', async () => {
    const world = await makeSession()
    await change(world, 'PUT', `/courses/${world.courseSid}/exams/${world.examSid}`, { limitedScope: true })
    await refused(world, 'not_assigned', () => next(world))
  })

  test('is 400 for an enrollment that does not exist, or is of another install', async () => {
    const world = await inState('Closed')
    const stranger = await makeSession()
    for (const enrollmentSid of [newSid('EN'), stranger.enrollmentSid])
      expect(badPaths(await next(world, enrollmentSid))).toEqual(['enrollmentSid'])
    expect(await statusesOf(world)).toEqual(['Closed'])
    expect(await statusesOf(stranger)).toEqual(['Needs Proctor'])
  })
})

describe('a learner who is withdrawn', () => {
  const states = ['Needs Proctor', 'Pending Approval', 'Approval Denied', 'Scheduled'] as const
  test.each(states)(
    'in %s has the session closed as withdrawn, by one transition, and no other follows',
    async state => {
      const world = await inState(state)
      const before = await stepsOf(world, world.sessionSid)
      const path = world.path(`/courses/${world.courseSid}/enrollments/${world.enrollmentSid}`)
      expect((await world.admin('DELETE', path)).status).toBe(200)
      expect(await rowOf(world, world.sessionSid)).toMatchObject({
        status: 'Closed',
        statusReason: 'withdrawn',
      })
      const steps = await stepsOf(world, world.sessionSid)
      expect(steps).toHaveLength(before.length + 1)
      expect(steps.at(-1)).toMatchObject({ toStatus: 'Closed', cancelled: true, reason: 'withdrawn' })
      for (const transition of rotating(transitionNames, states.indexOf(state), 3))
        await refused(world, 'session_state_conflict', () => ask(world, transition))
      expect(await statusesOf(world)).toEqual(['Closed'])
    },
  )

  test('and then erased leaves the session, its transitions and instants, but no name', async () => {
    const world = await inState('Closed')
    const names = { firstName: 'Zebedee', lastName: 'Quux', email: 'zebedee@school.example' }
    const path = world.path(`/users/${world.userSid}`)
    expect((await world.admin('PUT', path, { body: names })).status).toBe(200)
    const before = await storedOf(world, world.sessionSid)
    expect((await world.admin('DELETE', path)).status).toBe(200)
    const after = await storedOf(world, world.sessionSid)
    expect(after.steps).toEqual(before.steps)
    const { status, inProgressDate, dateScheduled, dateApproved, createdDate } = before.row
    expect(after.row).toMatchObject({ status, inProgressDate, dateScheduled, dateApproved, createdDate })
    const read = await world.read()
    expect(read.status).toBe(200)
    expect(read.raw).not.toMatch(/Zebedee|Quux/)
  })

  test('releases the seat, and keeps the seats of others', async () => {
    const slot = { capacity: 2, startTime: soon(-60), endTime: soon(300) }
    const world = await makeSession({ configuration: { duration: 60, instructorAsProctor: [slot] } })
    const other = await another(world)
    const [entry] = await slotsOf(world)
    const more = { instructorProctorSid: entry?.instructorProctorSid }
    await run(world, 'schedule', 30, more)
    await run(other, 'schedule', 30, more)
    expect(await slotsOf(other)).toMatchObject([{ remaining: 0 }])
    const path = world.path(`/courses/${world.courseSid}/enrollments/${world.enrollmentSid}`)
    expect((await world.admin('DELETE', path)).status).toBe(200)
    expect(await slotsOf(other)).toMatchObject([{ remaining: 1 }])
  })
})
