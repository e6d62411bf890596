// Each row of the table through the API: its target, the fields that it sets and keeps, and the one recorded transition.
import { expect, test } from 'vitest'
import {
  inState,
  run,
  type SessionRow,
  type SessionTransition,
  setRow,
  slotsOf,
  stepsOf,
  storedOf,
  transitionNames,
  triggerOf,
} from '../../../support/session-steps.ts'
import { reference, stateNames, statusOf } from '../../../support/session-table.ts'
import { makeSession, soon } from '../../../support/sessions.ts'
import { allow } from '../../../support/world.ts'

/** The members that each transition sets, and those that it can set in addition. */
const effects: Record<SessionTransition, { sets: string[]; maySet?: string[] }> = {
  schedule: {
    sets: ['status', 'appointmentDate', 'appointmentEndDate'],
    maySet: ['dateScheduled', 'dateApproved', 'statusReason', 'instructorProctorSid', 'duration'],
  },
  reschedule: {
    sets: ['appointmentDate', 'appointmentEndDate'],
    maySet: ['status', 'dateApproved', 'statusReason', 'instructorProctorSid', 'duration'],
  },
  approve: { sets: ['status', 'dateApproved'] },
  deny: { sets: ['status', 'statusReason'], maySet: ['instructorProctorSid'] },
  start: { sets: ['inProgressDate'], maySet: ['recordingStartDate'] },
  end: { sets: ['endedDate'], maySet: ['status', 'reviewByDate'] },
  cancel: { sets: ['status', 'statusReason', 'cancelledDate'], maySet: ['series', 'instructorProctorSid'] },
  void: { sets: ['statusReason', 'cancelledDate'], maySet: ['status', 'auditStatus'] },
  pass: {
    sets: ['status', 'notes'],
    maySet: ['reviewed', 'reviewCompletedDate', 'reviewByUserSid', 'auditStatus'],
  },
  report: {
    sets: ['status', 'sessionReportCount'],
    maySet: ['statusReason', 'notes', 'reviewed', 'reviewCompletedDate', 'reviewByUserSid', 'auditStatus'],
  },
  suspect: {
    sets: ['status', 'sessionReportCount'],
    maySet: ['statusReason', 'notes', 'reviewed', 'reviewCompletedDate', 'reviewByUserSid', 'auditStatus'],
  },
}

const changedIn = (before: SessionRow, after: SessionRow): string[] => {
  const old = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)))
    .map(([name]) => name)
}

/** Every legal pair; the exams of the tests require approval if the session waits for it. */
const pairs = stateNames.flatMap(state =>
  transitionNames.flatMap(transition => {
    const approvalRequired = state === 'Pending Approval' || state === 'Approval Denied'
    const given = {
      approvalRequired,
      reviewRequired: false,
      reviewDone: true,
      hasOpenEvents: false,
      passCompletes: true,
    }
    const to = reference(state, triggerOf(transition), given)
    return to === undefined || (to === state && transition === 'start') ? [] : [{ state, transition, to }]
  }),
)

test('of the 110 pairs of a state and a transition 26 are legal, two of which change nothing', () => {
  expect(pairs).toHaveLength(24)
})

test.each(pairs)(
  'from $state $transition leads to $to, sets its members and nothing else, and records one transition',
  async ({ state, transition, to }) => {
    const world = await inState(state)
    await setRow(world, world.sessionSid, { editDate: new Date(0) })
    const by = await world.credential(allow(['sp:*'], ['*']))
    const before = await storedOf(world, world.sessionSid)
    const answer = await run({ ...world, admin: by.call }, transition, 8)
    const { row, steps } = await storedOf(world, world.sessionSid)
    expect(row.status).toBe(statusOf(to))
    const { sets, maySet = [] } = effects[transition]
    const changed = changedIn(before.row, row).filter(name => name !== 'editDate')
    expect(changed).toEqual(expect.arrayContaining(sets))
    expect([...sets, ...maySet]).toEqual(expect.arrayContaining(changed))
    expect(row.editDate.getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect({ ...answer.body, requestId: null }).toEqual({ ...(await world.read()).body, requestId: null })
    expect(steps.slice(0, -1)).toEqual(before.steps)
    expect(steps.at(-1)).toMatchObject({
      fromStatus: statusOf(state),
      toStatus: statusOf(to),
      running: to.startsWith('running'),
      cancelled: to === 'cancelled',
      actor: by.sid,
    })
  },
)

test('the history of a session starts with one transition from nothing to Needs Proctor', async () => {
  const world = await inState('Needs Proctor')
  const first = { fromStatus: null, toStatus: 'Needs Proctor', running: false, cancelled: false }
  expect(await stepsOf(world, world.sessionSid)).toMatchObject([first])
})

test('a repeated start returns 200 and changes nothing, not even editDate', async () => {
  const world = await inState('running')
  const before = await storedOf(world, world.sessionSid)
  for (let repeats = 0; repeats < 3; repeats += 1)
    expect((await run(world, 'start')).body).toMatchObject({
      status: 'Scheduled',
      sessionInfo: { running: true },
    })
  expect(await storedOf(world, world.sessionSid)).toEqual(before)
})

test('a reschedule to another slot at the same time is recorded like any other', async () => {
  const times = { startTime: soon(-60), endTime: soon(300), capacity: 3 }
  const world = await makeSession({
    configuration: { duration: 60, instructorAsProctor: [times, times] },
  })
  const slots = await slotsOf(world)
  const body = (at: number) => ({
    appointmentDate: date,
    instructorProctorSid: slots[at]?.instructorProctorSid,
  })
  const date = soon(30)
  await world.act('POST', '', body(0))
  const before = await stepsOf(world, world.sessionSid)
  await world.act('PUT', '', body(1))
  const steps = await stepsOf(world, world.sessionSid)
  expect(steps).toHaveLength(before.length + 1)
  expect(steps.at(-1)).toMatchObject({ fromStatus: 'Scheduled', toStatus: 'Scheduled', running: false })
})
