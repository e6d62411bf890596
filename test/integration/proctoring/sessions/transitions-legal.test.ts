// Each row of the table through the API: where it leads, what it sets, what it leaves, and the one step it records.
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
} from '../../../support/session-deeds.ts'
import { reference, stateNames, statusOf } from '../../../support/session-table.ts'
import { makeSession, soon } from '../../../support/sessions.ts'
import { allow } from '../../../support/world.ts'

/** What each deed sets, and what it may set besides. */
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
  end: { sets: ['status'], maySet: ['reviewByDate'] },
  cancel: { sets: ['status', 'statusReason', 'cancelledDate'], maySet: ['series', 'instructorProctorSid'] },
  pass: { sets: ['status', 'reviewed', 'reviewCompletedDate', 'notes'], maySet: ['reviewByUserSid'] },
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

/** Every pair that is legal; in the exams of the tests approval is required where the session waits for one. */
const pairs = stateNames.flatMap(state =>
  transitionNames.flatMap(deed => {
    const approvalRequired = state === 'Pending Approval' || state === 'Approval Denied'
    const given = { approvalRequired, reviewRequired: false, reviewDone: true }
    const to = reference(state, triggerOf(deed), given)
    return to === undefined || (state === 'running' && deed === 'start') ? [] : [{ state, deed, to }]
  }),
)

test('of the 90 pairs of a state and a deed 22 are legal, one of which changes nothing', () => {
  expect(pairs).toHaveLength(21)
})

test.each(pairs)(
  'from $state $deed leads to $to, sets what it is for and nothing else, and records one step',
  async ({ state, deed, to }) => {
    const world = await inState(state)
    await setRow(world, world.sessionSid, { editDate: new Date(0) })
    const by = await world.credential(allow(['sp:*'], ['*']))
    const before = await storedOf(world, world.sessionSid)
    const answer = await run({ ...world, admin: by.call }, deed, 8)
    const { row, steps } = await storedOf(world, world.sessionSid)
    expect(row.status).toBe(statusOf(to))
    const { sets, maySet = [] } = effects[deed]
    const changed = changedIn(before.row, row).filter(name => name !== 'editDate')
    expect(changed).toEqual(expect.arrayContaining(sets))
    expect([...sets, ...maySet]).toEqual(expect.arrayContaining(changed))
    expect(row.editDate.getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect({ ...answer.body, requestId: null }).toEqual({ ...(await world.read()).body, requestId: null })
    expect(steps.slice(0, -1)).toEqual(before.steps)
    expect(steps.at(-1)).toMatchObject({
      fromStatus: statusOf(state),
      toStatus: statusOf(to),
      running: to === 'running',
      cancelled: to === 'cancelled',
      actor: by.sid,
    })
  },
)

test('a session begins with one step from nothing to Needs Proctor', async () => {
  const world = await inState('Needs Proctor')
  const first = { fromStatus: null, toStatus: 'Needs Proctor', running: false, cancelled: false }
  expect(await stepsOf(world, world.sessionSid)).toMatchObject([first])
})

test('a repeated start answers 200 and changes nothing, not even editDate', async () => {
  const world = await inState('running')
  const before = await storedOf(world, world.sessionSid)
  for (let repeats = 0; repeats < 3; repeats += 1)
    expect((await run(world, 'start')).body).toMatchObject({
      status: 'Scheduled',
      sessionInfo: { running: true },
    })
  expect(await storedOf(world, world.sessionSid)).toEqual(before)
})

test('a reschedule to another slot at the same time records a step like any other', async () => {
  const times = { startTime: soon(-60), endTime: soon(300), capacity: 3 }
  const world = await makeSession({ configuration: { instructorAsProctor: [times, times] } })
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
