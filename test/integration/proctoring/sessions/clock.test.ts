// What time does to sessions, as clients see it: records, history, events and follow-up sessions (spec: sessions.md, section 1).
import { describe, expect, test } from 'vitest'
import {
  ask,
  inState,
  listed,
  ofSession,
  refused,
  rowOf,
  run,
  setRow,
  stepsOf,
} from '../../../support/session-steps.ts'
import type { StateName } from '../../../support/session-table.ts'
import type { SessionWorld } from '../../../support/sessions.ts'
import { listen } from '../../../support/webhook-events.ts'
import { stackWithSink } from '../../../support/webhooks.ts'

const system = stackWithSink()

const minute = 60_000

const steps = [
  { trigger: 'noShow', state: 'Scheduled', grace: 15, status: 'Closed', reason: 'no-show' },
  { trigger: 'timeOver', state: 'running', grace: 10, status: 'Closed', reason: 'time-over' },
  { trigger: 'timeOver', state: 'running Incident', grace: 10, status: 'Incident', reason: 'time-over' },
  { trigger: 'windowClosed', state: 'Needs Proctor', grace: 0, status: 'Closed', reason: 'window-closed' },
  { trigger: 'windowClosed', state: 'Pending Approval', grace: 0, status: 'Closed', reason: 'window-closed' },
  { trigger: 'windowClosed', state: 'Approval Denied', grace: 0, status: 'Closed', reason: 'window-closed' },
  { trigger: 'reviewOverdue', state: 'Processing', grace: 0, status: 'Processing', reason: null },
] satisfies { trigger: string; state: StateName; grace: number; status: string; reason: string | null }[]

/** A session in the state, and the time at which the step is due. */
async function dueIn(state: StateName, grace: number): Promise<{ world: SessionWorld; due: Date }> {
  const world = await inState(state, system.stack)
  const end = new Date(Math.floor(Date.now() / 1000) * 1000 - 30 * minute)
  await setRow(world, world.sessionSid, {
    appointmentEndDate: state === 'Needs Proctor' ? null : end,
    reviewByDate: end,
    ...(state.startsWith('running') && { inProgressDate: new Date(end.getTime() - 60 * minute) }),
  })
  if (['Needs Proctor', 'Pending Approval', 'Approval Denied'].includes(state)) {
    const path = world.path(`/courses/${world.courseSid}/exams/${world.examSid}`)
    const sid = (await world.admin('GET', path)).text('examConfigurationSid')
    const body = { examOpenDate: new Date(end.getTime() - 60 * minute), examCloseDate: end }
    const changed = await world.admin('PUT', `${path}/configurations/${sid}`, { body })
    expect(changed.status, changed.raw).toBe(200)
  }
  return { world, due: new Date(end.getTime() + grace * minute) }
}

const sweep = (at: Date) => system.stack.runScheduled('proctoring', at)

describe.each(steps)('$trigger of $state', ({ trigger, state, grace, status, reason }) => {
  test('changes the session at its time, with the reason, the clock of the sweep and one entry in the history', async () => {
    const { world, due } = await dueIn(state, grace)
    const before = await rowOf(world, world.sessionSid)
    const past = await stepsOf(world, world.sessionSid)
    await sweep(new Date(due.getTime() - 1))
    expect(await rowOf(world, world.sessionSid)).toEqual(before)
    await sweep(due)
    const { body } = await world.read()
    const isCancelled = ['noShow', 'windowClosed'].includes(trigger)
    expect(body).toMatchObject({ status, running: false, sessionInfo: { cancelled: isCancelled } })
    if (reason) expect(body).toMatchObject({ statusReason: reason })
    else expect(body).toMatchObject({ auditStatus: 'Overdue', statusReason: before.statusReason })
    if (trigger === 'timeOver') expect(body).toMatchObject({ endedDate: due.toISOString() })
    if (isCancelled) expect((await rowOf(world, world.sessionSid)).cancelledDate).toEqual(due)
    expect((await stepsOf(world, world.sessionSid)).slice(past.length)).toMatchObject([
      {
        ...{ actor: 'time', trigger, fromStatus: before.status, toStatus: status, createdDate: due },
        ...(reason && { reason }),
      },
    ])
  })

  test('happens once, however often the sweep runs', async () => {
    const { world, due } = await dueIn(state, grace)
    await Promise.all([sweep(due), sweep(due)])
    const [row, history] = [await rowOf(world, world.sessionSid), await stepsOf(world, world.sessionSid)]
    await sweep(new Date(due.getTime() + minute))
    expect(await rowOf(world, world.sessionSid)).toEqual(row)
    expect(await stepsOf(world, world.sessionSid)).toEqual(history)
  })

  test('is an event with the record of the session', async () => {
    const { world, due } = await dueIn(state, grace)
    const listener = await listen(world, system.sink)
    const events = await listener.eventsOf(() => sweep(due))
    const [own] = events.filter(({ payload }) => payload['sid'] === world.sessionSid)
    expect(own).toMatchObject({ metadata: { operation: 'update', table: 'exam_session' } })
    expect(own?.payload).toMatchObject({ status, running: false, ...(reason && { statusReason: reason }) })
    expect(events).toHaveLength(trigger === 'noShow' ? 2 : 1) // and that of the follow-up session
  })
})

test('a no-show gets a new session of the same series, and uses no attempt', async () => {
  const { world, due } = await dueIn('Scheduled', 15)
  await sweep(due)
  const [, next] = await listed(world)
  const follow = ofSession(world, String(next?.['sid']))
  expect((await follow.read()).body).toMatchObject({ status: 'Needs Proctor', series: world.sessionSid })
  expect(await stepsOf(world, follow.sessionSid)).toMatchObject([{ actor: 'time', createdDate: due }])
  expect(await listed(world)).toHaveLength(2)
})

test.each(['windowClosed', 'timeOver'])('%s makes no new session', async trigger => {
  const { world, due } = await dueIn(trigger === 'timeOver' ? 'running' : 'Needs Proctor', 10)
  await sweep(due)
  expect(await listed(world)).toHaveLength(1)
})

test('noShowGraceMinutes and overrunGraceMinutes of the install move the times', async () => {
  for (const [state, name] of [
    ['Scheduled', 'noShowGraceMinutes'],
    ['running', 'overrunGraceMinutes'],
  ] as const) {
    const { world, due } = await dueIn(state, 25)
    await world.admin('PUT', world.path('/settings'), { body: { [name]: 25 } })
    await sweep(new Date(due.getTime() - 1))
    expect((await world.read()).body).toMatchObject({ status: 'Scheduled' })
    await sweep(due)
    expect((await world.read()).body).toMatchObject({ status: 'Closed' })
  }
})

test('an overdue review can still be passed, and the audit status changes with it', async () => {
  const { world, due } = await dueIn('Processing', 0)
  await sweep(due)
  expect((await run(world, 'pass')).body).toMatchObject({ status: 'Closed', auditStatus: 'Passed' })
})

test('a session that time has ended can be neither started nor ended again', async () => {
  for (const [state, grace] of [
    ['Scheduled', 15],
    ['running', 10],
  ] as const) {
    const { world, due } = await dueIn(state, grace)
    await sweep(due)
    for (const transition of ['start', 'end', 'cancel'] as const)
      await refused(world, 'session_state_conflict', () => ask(world, transition))
  }
})
