// What time does to sessions (src/proctoring/sessions/clock), function by function.
import { describe, expect, test } from 'vitest'
import { nextStatus, type State } from '../../../src/proctoring/sessions/transitions.ts'
import { everyGiven, stateNames, statusOf } from '../../support/session-table.ts'
import { id, insertSession, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()

/** The appointment of the session ends, the exam closes and the review is due at this time. */
const end = '2026-03-01T12:00:00.000Z'
const minute = 60_000
const after = (minutes: number) => new Date(Date.parse(end) + minutes * minute).toISOString()

type Row = { status: string; in_progress_date?: string; ended_date?: string; review_required?: boolean }

/** Inserts the session in a state, with an appointment, a window and a review that end at `end`. */
async function insertIn({ status, ...more }: Row) {
  await run(insertSession)
  const values = {
    appointment_end_date: end,
    review_by_date: end,
    external_reserved_appointment_expires: end,
    status,
    ...more,
  }
  const names = Object.keys(values)
  await rows(
    `update exam_session set ${names.map((name, at) => `${name} = $${at + 1}`).join(', ')}`,
    Object.values(values),
  )
  await rows(`update exam_configuration set exam_close_date = $1`, [end])
}

const stored = async () => (await rows('select * from exam_session order by created_date, sid'))[0] ?? {}

const steps = {
  noShow: { call: `close_no_shows($1, 10)`, grace: 15 },
  timeOver: { call: `end_overruns($1, 10, interval '48 hours')`, grace: 10 },
  windowClosed: { call: `close_missed_windows($1, 10)`, grace: 0 },
  reviewOverdue: { call: `mark_overdue_reviews($1, 10)`, grace: 0 },
  reservationExpired: { call: `release_expired_reservations($1, 10)`, grace: 0 },
} as const
const triggers = Object.keys(steps) as (keyof typeof steps)[]
const sweep = (trigger: keyof typeof steps, minutes: number) =>
  value(`select ${steps[trigger].call}`, [after(minutes)])

const rowOf = (state: (typeof stateNames)[number]): Row & { cancelled_date?: string } => {
  const isStarted = ![
    'Needs Proctor',
    'Pending Approval',
    'Approval Denied',
    'Scheduled',
    'cancelled',
  ].includes(state)
  return {
    status: statusOf(state),
    ...(isStarted && { in_progress_date: after(-60) }),
    ...(isStarted && !state.startsWith('running') && { ended_date: after(-1) }),
    ...(state === 'cancelled' && { cancelled_date: after(-1) }),
  }
}

const stateOfRow = ({ status, in_progress_date, ended_date, cancelled_date }: Record<string, unknown>) =>
  ({
    status,
    inProgressDate: in_progress_date ?? null,
    endedDate: ended_date ?? null,
    cancelledDate: cancelled_date ?? null,
  }) as State

describe.each(triggers)('%s', trigger => {
  const cases = stateNames.flatMap(state => [false, true].map(reviewRequired => ({ state, reviewRequired })))

  test.each(cases)(
    'changes $state (review: $reviewRequired) exactly as the table of transitions requires',
    async given => {
      await insertIn({ ...rowOf(given.state), review_required: given.reviewRequired })
      const before = await stored()
      const facts = everyGiven.find(({ reviewRequired }) => reviewRequired === given.reviewRequired)
      const expected = facts && nextStatus(stateOfRow(before), trigger, facts)
      expect(await sweep(trigger, steps[trigger].grace)).toBe(expected === undefined ? 0 : 1)
      const changed = (await rows('select * from exam_session where sid = $1', [sids.session]))[0]
      if (expected === undefined) expect(changed).toEqual(before)
      else expect(changed).toMatchObject({ status: expected })
    },
  )

  test('changes nothing one millisecond early, and nothing twice', async () => {
    const state = {
      noShow: 'Scheduled',
      timeOver: 'running',
      windowClosed: 'Needs Proctor',
      reviewOverdue: 'Processing',
      reservationExpired: 'Scheduled',
    }
    await insertIn(rowOf(state[trigger] as (typeof stateNames)[number]))
    const { grace } = steps[trigger]
    expect(await sweep(trigger, grace - 1 / minute)).toBe(0)
    expect(await sweep(trigger, grace)).toBe(1)
    expect(await sweep(trigger, grace + 1)).toBe(0)
  })
})

test('close_no_shows cancels with the reason, the clock and the series, and inserts the follow-up', async () => {
  await insertIn(rowOf('Scheduled'))
  await run('update exam_configuration set exam_close_date = null')
  await sweep('noShow', 15)
  expect(
    await rows('select status, status_reason, series, cancelled_date from exam_session order by status'),
  ).toEqual([
    { status: 'Closed', status_reason: 'no-show', series: sids.session, cancelled_date: new Date(after(15)) },
    { status: 'Needs Proctor', status_reason: null, series: sids.session, cancelled_date: null },
  ])
})

test('close_no_shows and end_overruns wait for the grace of the install', async () => {
  await run('update install set no_show_grace_minutes = 60, overrun_grace_minutes = 0')
  await insertIn(rowOf('Scheduled'))
  expect(await sweep('noShow', 59)).toBe(0)
  expect(await sweep('noShow', 60)).toBe(1)
  await run(`update exam_session set status = 'Scheduled', cancelled_date = null, in_progress_date = '${after(-60)}'
    where sid = '${sids.session}'`)
  expect(await sweep('timeOver', 0)).toBe(1)
})

test('end_overruns sets the end, the reason, and when the review is due', async () => {
  await insertIn({ ...rowOf('running'), review_required: true })
  await sweep('timeOver', 10)
  expect(await stored()).toMatchObject({
    ...{ status: 'Processing', status_reason: 'time-over' },
    ended_date: new Date(after(10)),
    review_by_date: new Date(after(10 + 48 * 60)),
  })
})

test('end_overruns counts the grace from the start of an attempt that began after its appointment', async () => {
  await insertIn({ ...rowOf('running'), in_progress_date: after(12) })
  expect(await sweep('timeOver', 21)).toBe(0)
  expect(await sweep('timeOver', 22)).toBe(1)
})

test('close_missed_windows inserts no follow-up, and follows the window of the learner', async () => {
  await insertIn(rowOf('Needs Proctor'))
  await rows(
    `insert into exam_configuration (sid, install_sid, exam_sid, enrollment_sid, type, approved, exam_close_date)
      values ($1, $2, $3, $4, 'accommodation', true, $5)`,
    [id(40), sids.install, sids.exam, sids.enrollment, after(60)],
  )
  expect(await sweep('windowClosed', 59)).toBe(0)
  expect(await sweep('windowClosed', 60)).toBe(1)
  expect(await rows('select status_reason from exam_session')).toEqual([{ status_reason: 'window-closed' }])
})

test('close_missed_windows closes for an assignment whose last day is over in the time zone of the install', async () => {
  await insertIn(rowOf('Needs Proctor'))
  await run(`update exam_configuration set exam_close_date = null;
    update install set default_timezone = 'Pacific/Kiritimati'`) // UTC+14
  await rows(`insert into assignment (sid, exam_sid, exam_close_date) values ($1, $2, '2026-03-01')`, [
    id(41),
    sids.exam,
  ])
  await rows(`insert into assignment_enrollment (assignment_sid, enrollment_sid) values ($1, $2)`, [
    id(41),
    sids.enrollment,
  ])
  const at = (time: string) => value(`select close_missed_windows($1, 10)`, [time])
  expect(await at('2026-03-01T09:59:59.999Z')).toBe(0)
  expect(await at('2026-03-01T10:00:00.000Z')).toBe(1)
})

test('mark_overdue_reviews sets the audit status and keeps the session reviewable', async () => {
  await insertIn(rowOf('Processing'))
  await sweep('reviewOverdue', 0)
  expect(await stored()).toMatchObject({
    status: 'Processing',
    audit_status: 'Overdue',
    edit_date: new Date(end),
  })
})

test('end_overruns and the other steps change at most the given amount', async () => {
  await insertIn(rowOf('running'))
  expect(await value(`select end_overruns($1, 0, interval '1 hour')`, [after(60)])).toBe(0)
  for (const name of [
    'close_no_shows',
    'close_missed_windows',
    'mark_overdue_reviews',
    'release_expired_reservations',
  ])
    expect(await value(`select ${name}($1, 0)`, [after(60)])).toBe(0)
})

test('insert_follow_ups inserts for an assigned learner with attempts left and an open window only', async () => {
  const follow = async (change: string) => {
    await run(`savepoint before; ${change}`)
    await rows(`select insert_follow_ups(array[$1]::uuid[], $2)`, [sids.session, end])
    const inserted = await value(`select count(*)::int from exam_session where status = 'Needs Proctor'`)
    await run('rollback to before')
    return inserted
  }
  await insertIn({ ...rowOf('cancelled') })
  await run('update exam_configuration set exam_close_date = null')
  expect(await follow('')).toBe(1)
  expect(await follow(`update exam_configuration set exam_close_date = '${after(1)}'`)).toBe(1)
  expect(await follow(`update exam_configuration set exam_close_date = '${end}'`)).toBe(0)
  expect(await follow('update exam_configuration set attempts = 0')).toBe(0)
  expect(await follow(`update enrollment set status = 'withdrawn'`)).toBe(0)
})

test('is_running is the rule of isRunning', async () => {
  const call = 'select is_running($1, $2, $3)'
  for (const state of stateNames) {
    const { status, in_progress_date = null, ended_date = null } = rowOf(state)
    expect(await value(call, [status, in_progress_date, ended_date]), state).toBe(state.startsWith('running'))
  }
})

test('is_void is true of a session that was cancelled with the reason void', async () => {
  const call = 'select is_void($1, $2)'
  expect(await value(call, [end, 'void'])).toBe(true)
  for (const values of [
    [null, 'void'],
    [end, 'no-show'],
    [end, null],
  ])
    expect(await value(call, values)).toBe(false)
})

test('session_clock is that of the batch, or else the current time', async () => {
  expect(Math.abs(Date.now() - ((await value('select session_clock()')) as Date).getTime())).toBeLessThan(
    60_000,
  )
  await rows(`select set_config('invigil.clock', $1, true)`, [end])
  expect(await value('select session_clock()')).toEqual(new Date(end))
})

test('set_ended_date sets the end of a started attempt that a statement closes without one, and of no other', async () => {
  await run(insertSession)
  const ended = async (change: string) => {
    await run(`update exam_session set ${change}`)
    return (await stored())['ended_date']
  }
  expect(await ended(`status = 'Closed'`)).toBeNull()
  expect(await ended(`status = 'Scheduled', in_progress_date = now()`)).toBeNull()
  expect(await ended(`status = 'Incident'`)).toBeNull()
  expect(await ended(`status = 'Processing'`)).toBeInstanceOf(Date)
  expect(await ended(`status = 'Closed', ended_date = '${end}'`)).toEqual(new Date(end))
})
