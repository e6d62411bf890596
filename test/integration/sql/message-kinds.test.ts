// Which mail reports a change of a session (db/sql/functions/message_kind.sql).
import { expect, test } from 'vitest'
import { type StateName, stateNames, statusOf } from '../../support/session-table.ts'
import { id, sqlDatabase } from '../../support/sql.ts'

const { value } = sqlDatabase()

const at = (hours: number) => new Date(Date.UTC(2036, 2, 1, 12) + hours * 3_600_000).toISOString()

type Columns = Record<string, unknown>

const started = ['running', 'running Incident', 'Processing', 'Incident', 'Closed']

/** A session with an appointment in the state. */
const rowIn = (state: StateName): Columns => ({
  status: statusOf(state),
  appointment_date: at(0),
  appointment_end_date: at(1),
  ...(started.includes(state) && { in_progress_date: at(0) }),
  ...(started.includes(state) && !state.startsWith('running') && { ended_date: at(1) }),
  ...(state === 'cancelled' && { cancelled_date: at(0) }),
})

async function kindOf(was: Columns, became: Columns, trigger = ''): Promise<unknown> {
  await value(`select set_config('invigil.trigger', $1, true)`, [trigger])
  return value(
    `select message_kind(jsonb_populate_record(null::exam_session, $1), jsonb_populate_record(null::exam_session, $2))`,
    [was, became],
  )
}

const kinds: Record<string, string> = {
  'Needs Proctor > Scheduled': 'confirmation',
  'Pending Approval > Scheduled': 'confirmation',
  'Approval Denied > Scheduled': 'confirmation',
  'Pending Approval > Approval Denied': 'denial',
  'Pending Approval > cancelled': 'cancellation',
  'Scheduled > cancelled': 'cancellation',
  'Pending Approval > Needs Proctor': 'unscheduled',
  'Scheduled > Needs Proctor': 'unscheduled',
}
test('message_kind tells a change of the appointment by its states, and no other', async () => {
  for (const from of stateNames.filter(state => ![...started, 'cancelled'].includes(state)))
    for (const to of stateNames)
      expect([from, to, await kindOf(rowIn(from), rowIn(to))]).toEqual([
        from,
        to,
        kinds[`${from} > ${to}`] ?? null,
      ])
})

test('message_kind tells a no-show, a closed window and a void attempt by the reason', async () => {
  const cancelled = (state: StateName, status_reason: string) =>
    kindOf(rowIn(state), { ...rowIn('cancelled'), status_reason })
  expect(await cancelled('Scheduled', 'no-show')).toBe('noShow')
  expect(await cancelled('Needs Proctor', 'no-show')).toBe(null)
  for (const state of ['Needs Proctor', 'Pending Approval', 'Approval Denied'] as const)
    expect(await cancelled(state, 'window-closed')).toBe('windowClosed')
  expect(await cancelled('Closed', 'void')).toBe(null)
  expect(await cancelled('Scheduled', 'withdrawn')).toBe('cancellation')
  expect(await cancelled('cancelled', 'withdrawn')).toBe(null)
})

test.each(['Pending Approval', 'Scheduled'] as const)(
  'message_kind of %s is change if the start, the end or the slot differs, unless the slot was deleted',
  async state => {
    const row = { ...rowIn(state), instructor_proctor_sid: id(20) }
    expect(await kindOf(row, row)).toBe(null)
    expect(await kindOf(row, { ...row, appointment_date: at(2) })).toBe('change')
    expect(await kindOf(row, { ...row, appointment_end_date: at(2) })).toBe('change')
    expect(await kindOf(row, { ...row, instructor_proctor_sid: id(21) })).toBe('change')
    expect(await kindOf(row, { ...row, instructor_proctor_sid: null })).toBe(null)
    expect(await kindOf(row, { ...row, notes: 'Bring a pencil' })).toBe(null)
  },
)

test('message_kind of a session that has started is none, until its review', async () => {
  const running = rowIn('running')
  expect(await kindOf(rowIn('Scheduled'), running, 'start')).toBe(null)
  expect(await kindOf(running, { ...running, appointment_end_date: at(2) })).toBe(null)
  expect(await kindOf(rowIn('running Incident'), running, 'resolve')).toBe(null)
  expect(await kindOf(running, rowIn('Processing'), 'end')).toBe(null)
})

test('message_kind of a complete review is review, and of an event of a reviewed session none', async () => {
  const reviewed = (state: StateName, status_reason?: string) => ({
    ...rowIn(state),
    ...{ reviewed: true, review_completed_date: at(2), status_reason },
  })
  const unreviewed = { ...rowIn('Processing'), reviewed: false }
  expect(await kindOf(unreviewed, reviewed('Closed'), 'pass')).toBe('review')
  expect(await kindOf(unreviewed, { ...rowIn('Closed'), reviewed: false }, 'pass')).toBe(null)
  for (const reason of ['violation', 'suspicious'])
    expect(await kindOf(unreviewed, reviewed('Incident', reason), 'report')).toBe('review')
  expect(await kindOf(reviewed('Closed'), reviewed('Incident', 'violation'), 'report')).toBe('review')
  expect(await kindOf(reviewed('Incident', 'violation'), reviewed('Closed', 'violation'), 'pass')).toBe(
    'review',
  )
  expect(await kindOf(reviewed('Closed'), reviewed('Incident'), 'report')).toBe(null)
  expect(await kindOf(reviewed('Closed', 'violation'), reviewed('Incident', 'violation'), 'report')).toBe(
    null,
  )
  expect(await kindOf(reviewed('Incident', 'violation'), reviewed('Closed', 'violation'), 'resolve')).toBe(
    null,
  )
})
