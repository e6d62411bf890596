// The effect of each transition on each field, and the instants that are written only once.
import { describe, expect, test } from 'vitest'
import { make } from '../../../support/catalog.ts'
import type { Answer } from '../../../support/client.ts'
import {
  inState,
  needsApproval,
  needsReview,
  ofSession,
  run,
  type SessionTransition,
} from '../../../support/session-steps.ts'
import { makeSession, soon } from '../../../support/sessions.ts'

const unset = {
  ...{ appointmentDate: null, appointmentEndDate: null, dateScheduled: null, dateApproved: null },
  ...{ inProgressDate: null, reviewByDate: null, reviewCompletedDate: null, reviewByUserSid: null },
  ...{ recordingStartDate: null, systemCheckStartDate: null, systemCheckEndDate: null, auditStatus: null },
  ...{ statusReason: null, notes: null, instructorProctorSid: null, appointment: null, proctor: null },
}

const instants = ['createdDate', 'dateScheduled', 'dateApproved', 'inProgressDate'] as const
const instantsOf = (answer: Answer) => instants.map(name => answer.body[name])

/** Expects that the member is an instant between the two. */
const isWithin = (answer: Answer, name: string, from: number, to: number) => {
  const at = Date.parse(answer.text(name))
  expect(at, name).toBeGreaterThanOrEqual(from)
  expect(at, name).toBeLessThanOrEqual(to)
}

test('a new session has its creation date, an access key, the effective duration and nothing else', async () => {
  const from = Date.now() - 5
  const world = await makeSession({ configuration: { duration: 75 } })
  const answer = await world.read()
  expect(answer.body).toMatchObject({ ...unset, status: 'Needs Proctor', duration: 75 })
  expect(answer.body).toMatchObject({ reviewed: false, sessionReportCount: 0, series: world.sessionSid })
  expect(answer.text('accessKey')).toMatch(/^.{16,}$/)
  isWithin(answer, 'createdDate', from, Date.now() + 5)
  expect(answer.text('editDate')).toBe(answer.text('createdDate'))
})

test('scheduling without approval sets the appointment, and both instants to the same time', async () => {
  const world = await makeSession()
  const from = Date.now() - 5
  const at = soon(60)
  const answer = await world.act('POST', '', { appointmentDate: at })
  expect(answer.body).toMatchObject({
    ...{ ...unset, status: 'Scheduled', appointmentDate: at },
    appointmentEndDate: new Date(Date.parse(at) + 60 * 60_000).toISOString(),
    ...{ dateScheduled: answer.body['dateApproved'], dateApproved: expect.any(String) },
    appointment: { startDateTime: at, endDateTime: answer.body['appointmentEndDate'], timeZone: 'UTC' },
  })
  isWithin(answer, 'dateScheduled', from, Date.now() + 5)
  isWithin(answer, 'editDate', from, Date.now() + 5)
})

const askers: [string, () => ReturnType<typeof makeSession>][] = [
  ['the exam', () => makeSession(needsApproval)],
  [
    'the install',
    async () => {
      const world = await makeSession()
      const body = { requireManagerProctorApproval: true }
      expect((await world.admin('PUT', world.path('/settings'), { body })).status).toBe(200)
      return world
    },
  ],
]

describe.each(askers)('if %s requires approval', (_, build) => {
  test('an appointment waits, is denied, waits again and is approved, and each instant is written once', async () => {
    const world = await build()
    const waits = await run(world, 'schedule', 60)
    expect(waits.body).toMatchObject({ status: 'Pending Approval', dateApproved: null })
    const scheduled = waits.text('dateScheduled')
    const denied = await run(world, 'deny')
    expect(denied.body).toMatchObject({ status: 'Approval Denied', statusReason: 'No room' })
    expect(denied.body).toMatchObject({ dateScheduled: scheduled, dateApproved: null })
    const again = await run(world, 'schedule', 90)
    expect(again.body).toMatchObject({ status: 'Pending Approval', dateScheduled: scheduled })
    const from = Date.now() - 5
    const approved = await run(world, 'approve')
    expect(approved.body).toMatchObject({ status: 'Scheduled', dateScheduled: scheduled })
    isWithin(approved, 'dateApproved', from, Date.now() + 5)
  })

  test('a rescheduled appointment waits again, and dateApproved is null until its second approval', async () => {
    const world = await build()
    await run(world, 'schedule', 60)
    const first = await run(world, 'approve')
    const moved = await run(world, 'reschedule', 90)
    expect(moved.body).toMatchObject({ status: 'Pending Approval' })
    expect(moved.body).toMatchObject({ dateScheduled: first.body['dateScheduled'], dateApproved: null })
    const second = await run(world, 'approve')
    expect(second.body).toMatchObject({ status: 'Scheduled', dateApproved: expect.any(String) })
    expect(second.text('dateApproved') >= first.text('dateApproved')).toBe(true)
  })

  test('a waiting appointment can be rescheduled, and still waits', async () => {
    const world = await build()
    const first = await run(world, 'schedule', 60)
    const moved = await run(world, 'reschedule', 90)
    expect(moved.body).toMatchObject({ status: 'Pending Approval', dateApproved: null })
    expect(moved.text('appointmentDate')).not.toBe(first.text('appointmentDate'))
    expect(moved.text('dateScheduled')).toBe(first.text('dateScheduled'))
  })
})

test('rescheduling an appointment that no longer needs approval schedules it at once', async () => {
  const world = await makeSession(needsApproval)
  await run(world, 'schedule', 60)
  const path = world.path(`/courses/${world.courseSid}/exams/${world.examSid}`)
  expect((await world.admin('PUT', path, { body: { requireApproval: false } })).status).toBe(200)
  const moved = await run(world, 'reschedule', 90)
  expect(moved.body).toMatchObject({ status: 'Scheduled', dateApproved: expect.any(String) })
})

test('every later transition keeps the written instants', async () => {
  const world = await makeSession(needsReview)
  const scheduled = await run(world, 'schedule', 60)
  const moved = await run(world, 'reschedule', 5)
  expect(instantsOf(moved)).toEqual(instantsOf(scheduled))
  const started = await run(world, 'start')
  expect(instantsOf(started).slice(0, 3)).toEqual(instantsOf(scheduled).slice(0, 3))
  for (const transition of ['start', 'end', 'report', 'void'] satisfies SessionTransition[])
    expect(instantsOf(await run(world, transition)), transition).toEqual(instantsOf(started))
})

describe('ending', () => {
  test.each([
    { proctorTypes: [] },
    { proctorTypes: ['live', 'record-and-review'] },
    { proctorTypes: ['Automated with Review', 'REVIEW', 'Record and review'] },
    {},
  ])('closes a session of %o, without a review', async configuration => {
    const world = await makeSession({ configuration })
    for (const transition of ['schedule', 'start'] as const) await run(world, transition)
    const ended = await run(world, 'end')
    expect(ended.body).toMatchObject({ status: 'Closed', reviewRequired: false, reviewByDate: null })
    expect(ended.body).toMatchObject({ sessionInfo: { running: false, cancelled: false } })
  })

  test.each([['record-and-review'], ['Review by staff', 'record-and-review', 'live']])(
    'leaves a session of %s to be reviewed, with a due date in the future',
    async (...proctorTypes) => {
      const world = await makeSession({ configuration: { duration: 60, proctorTypes } })
      for (const transition of ['schedule', 'start'] as const) await run(world, transition)
      const ended = await run(world, 'end')
      expect(ended.body).toMatchObject({ status: 'Processing', reviewRequired: true, reviewed: false })
      isWithin(ended, 'reviewByDate', Date.now() + 60_000, Date.now() + 366 * 86_400_000)
    },
  )
})

describe('a review', () => {
  test('that passes closes the session, with its notes and the completion date', async () => {
    const world = await inState('Processing')
    const from = Date.now() - 5
    const passed = await run(world, 'pass')
    expect(passed.body).toMatchObject({ status: 'Closed', reviewed: true, notes: 'Fine' })
    expect(passed.body).toMatchObject({ sessionReportCount: 0, sessionInfo: { cancelled: false } })
    isWithin(passed, 'reviewCompletedDate', from, Date.now() + 5)
  })

  test.each(
    (['running', 'Processing', 'Closed'] as const).flatMap(state =>
      (['report', 'suspect'] as const).map(transition => ({ state, transition })),
    ),
  )(
    'of a session in $state by $transition opens an incident and is counted',
    async ({ state, transition }) => {
      const world = await inState(state)
      const reported = await run(world, transition)
      expect(reported.body).toMatchObject({ status: 'Incident', sessionReportCount: 1 })
      expect(reported.text('notes')).toBe(transition === 'report' ? 'A phone' : 'A voice')
      expect((await listOfStatus(world, 'Incident')).count('total')).toBe(1)
    },
  )

  test.each(['report', 'suspect'] as const)(
    '%s of an earlier attempt is possible while the next one is active',
    async transition => {
      const world = await inState('Closed')
      const body = { enrollmentSid: world.enrollmentSid }
      const next = await world.admin('POST', world.path(`/exams/${world.examSid}/sessions`), { body })
      expect(next.status, next.raw).toBe(201)
      expect((await run(world, transition)).body).toMatchObject({ status: 'Incident' })
      expect((await run(world, 'pass')).body).toMatchObject({ status: 'Closed' })
      await run(ofSession(world, next.text('sid')), 'schedule')
    },
  )

  test('without notes, or with null, is the same as with notes', async () => {
    for (const body of [{ outcome: 'passed' }, { outcome: 'passed', notes: null }]) {
      const world = await inState('Processing')
      expect((await world.act('POST', '/review', body)).body).toMatchObject({ status: 'Closed', notes: null })
    }
  })
})

const listOfStatus = (world: Awaited<ReturnType<typeof inState>>, status: string) =>
  world.admin('GET', world.path(`/exams/${world.examSid}/sessions?status=${encodeURIComponent(status)}`))

test('the duration of an accommodation applies to the session, and its appointment has that length', async () => {
  const world = await makeSession()
  const path = `/courses/${world.courseSid}/exams/${world.examSid}/configurations`
  await make(world, path, { enrollmentSid: world.enrollmentSid, duration: 90 })
  const at = soon(60)
  const scheduled = await world.act('POST', '', { appointmentDate: at })
  expect(Date.parse(scheduled.text('appointmentEndDate')) - Date.parse(at)).toBe(90 * 60_000)
  expect(scheduled.body).toMatchObject({ duration: 90, examConfiguration: { duration: 90 } })
})
