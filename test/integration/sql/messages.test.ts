// The outbox of mails to learners, function by function.
import { expect, test } from 'vitest'
import { insertSession, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()

const at = (hours: number) => new Date(Date.UTC(2036, 2, 1, 12) + hours * 3_600_000).toISOString()

type Columns = Record<string, unknown>

const on = `update install set notifications_enabled = true`

const change = (columns: Columns) =>
  rows(
    `update exam_session set ${Object.keys(columns)
      .map((name, n) => `${name} = $${n + 1}`)
      .join(', ')}`,
    Object.values(columns),
  )

const schedule = (hours: number) =>
  change({ status: 'Scheduled', appointment_date: at(hours), appointment_end_date: at(hours + 1) })

const queued = (columns = 'kind, calendar, sequence') =>
  // In the order of their inserts: sids of the same millisecond have no order.
  rows(`select ${columns} from message
    order by kind like 'reminder%', case when kind like 'reminder%' then due_date end, ctid`)
const kinds = async () => (await queued('kind')).map(({ kind }) => kind)
const hoursAhead = `${at(0)}`

/** Sets the clock of the batch to this number of hours before the appointment at 0. */
const clock = (hours: number) =>
  value(`select set_config('invigil.clock', $1, true)`, [
    new Date(Date.parse(hoursAhead) - hours * 3_600_000),
  ])

test('queue_messages inserts nothing while the notifications of the install are off', async () => {
  await run(insertSession)
  await schedule(0)
  expect(await queued()).toEqual([])
})

test('queue_messages inserts a message for each change, due at once, with the appointment of the change', async () => {
  await run(`${on}; ${insertSession}`)
  await schedule(0)
  await schedule(3)
  await change({ status: 'Closed', cancelled_date: at(0), status_reason: 'changed-time' })
  expect(await queued('kind, install_sid, session_sid, status, attempts, due_date <= now() as due')).toEqual(
    ['confirmation', 'change', 'cancellation'].map(kind => ({
      ...{
        kind,
        install_sid: sids.install,
        session_sid: sids.session,
        status: 'pending',
        attempts: 0,
        due: true,
      },
    })),
  )
  const [first, second, third] = await queued('appointment_date, appointment_end_date, previous_date, detail')
  const date = (hours: number) => new Date(at(hours))
  expect(first).toEqual({
    ...{ appointment_date: date(0), appointment_end_date: date(1), previous_date: null, detail: null },
  })
  expect(second).toMatchObject({ appointment_date: date(3), previous_date: date(0) })
  expect(third).toMatchObject({ appointment_date: date(3), detail: 'changed-time' })
})

test('queue_messages keeps the appointment that a change has removed', async () => {
  await run(`${on}; ${insertSession}`)
  await schedule(0)
  await change({ status: 'Needs Proctor', appointment_date: null, appointment_end_date: null })
  const [, removed] = await queued('kind, appointment_date')
  expect(removed).toEqual({ kind: 'unscheduled', appointment_date: new Date(at(0)) })
})

test('queue_messages gives each calendar entry of a session the next sequence, and cancels it once', async () => {
  await run(`${on}; update install set notify_reminders = false; ${insertSession}`)
  await schedule(0)
  await schedule(3)
  await change({ status: 'Needs Proctor', appointment_date: null })
  await change({ status: 'Closed', cancelled_date: at(0), status_reason: 'window-closed' })
  expect(await queued()).toEqual([
    { kind: 'confirmation', calendar: 'request', sequence: 0 },
    { kind: 'change', calendar: 'request', sequence: 1 },
    { kind: 'unscheduled', calendar: 'cancel', sequence: 2 },
    { kind: 'windowClosed', calendar: null, sequence: null },
  ])
})

test('queue_messages makes a confirmed entry tentative while its change waits, and a request no entry', async () => {
  await run(`${on}; update install set notify_reminders = false; ${insertSession}`)
  await change({ status: 'Pending Approval', appointment_date: at(0) })
  await change({ status: 'Pending Approval', appointment_date: at(1) })
  await change({ status: 'Scheduled' })
  await change({ status: 'Pending Approval', appointment_date: at(2) })
  await change({ status: 'Approval Denied', status_reason: 'Full' })
  expect(await queued('kind, calendar, detail')).toEqual([
    { kind: 'change', calendar: null, detail: null },
    { kind: 'confirmation', calendar: 'request', detail: null },
    { kind: 'change', calendar: 'tentative', detail: null },
    { kind: 'denial', calendar: 'cancel', detail: 'Full' },
  ])
})

test('queue_messages inserts only what the install has turned on, and nothing for an erased user', async () => {
  await run(`${on}; update install set notify_confirmations = false; ${insertSession}`)
  await schedule(0)
  expect(await kinds()).toEqual(['reminder24h', 'reminder1h'])
  await run(`delete from message; update users set erased_date = now()`)
  await run(`update install set notify_confirmations = true`)
  await schedule(3)
  expect(await queued()).toEqual([])
})

test('insert_reminders inserts those whose time is ahead, with the entry of the last message', async () => {
  for (const [hours, expected] of [
    [25, ['reminder24h', 'reminder1h']],
    [24, ['reminder1h']],
    [2, ['reminder1h']],
    [1, []],
  ] as const) {
    await run(`savepoint before; ${on}; ${insertSession}`)
    await clock(hours)
    await schedule(0)
    expect(await kinds()).toEqual(['confirmation', ...expected])
    await run('rollback to before')
  }
  await run(`${on}; ${insertSession}`)
  await clock(100)
  await schedule(0)
  expect(await queued('kind, due_date, calendar, sequence')).toMatchObject([
    { kind: 'confirmation' },
    { kind: 'reminder24h', due_date: new Date(at(-24)), calendar: 'request', sequence: 0 },
    { kind: 'reminder1h', due_date: new Date(at(-1)), calendar: 'request', sequence: 0 },
  ])
})

/** The revisions of the calendar entry, as the learner gets them. The reminders of each appointment are alike. */
const revisions = async () => {
  const sent = await queued('calendar, sequence')
  return [...new Set(sent.map(({ calendar, sequence }) => `${calendar} ${sequence}`))]
}
const confirmations = (areOn: boolean) => run(`update install set notify_confirmations = ${areOn}`)
const markSent = () => run(`update message set status = 'sent', finished_date = now()`)

test('insert_reminders requests an entry that was cancelled, or that was at another time, with the next sequence', async () => {
  await run(`savepoint before; ${on}; ${insertSession}`)
  await clock(100)
  await schedule(0)
  await change({ status: 'Needs Proctor', appointment_date: null, appointment_end_date: null })
  await confirmations(false)
  await schedule(3)
  expect(await revisions()).toEqual(['request 0', 'cancel 1', 'request 2'])
  await run(`rollback to before; ${on}; ${insertSession}`)
  await clock(100)
  await schedule(0)
  await confirmations(false)
  await schedule(3)
  expect(await revisions()).toEqual(['request 0', 'request 1'])
})

test('queue_messages gives an entry a sequence after that of the reminder that was sent for it, and cancels it', async () => {
  await run(`${on}; ${insertSession}`)
  await clock(100)
  await schedule(0)
  await change({ status: 'Needs Proctor', appointment_date: null, appointment_end_date: null })
  await confirmations(false)
  await schedule(3)
  await markSent()
  await change({ status: 'Pending Approval' })
  await confirmations(true)
  await change({ status: 'Approval Denied', status_reason: 'Full' })
  expect(await rows(`select kind, calendar, sequence from message where kind = 'denial'`)).toEqual([
    { kind: 'denial', calendar: 'cancel', sequence: 3 },
  ])
})

test('queue_messages moves the reminders with the appointment, and removes them with it', async () => {
  await run(`${on}; ${insertSession}`)
  await clock(100)
  await schedule(0)
  await schedule(5)
  const reminders = () =>
    rows(`select kind, due_date from message where kind like 'reminder%' order by due_date`)
  expect(await reminders()).toEqual([
    { kind: 'reminder24h', due_date: new Date(at(-19)) },
    { kind: 'reminder1h', due_date: new Date(at(4)) },
  ])
  await change({ notes: 'Bring a pencil' })
  expect(await reminders()).toHaveLength(2)
  await change({ in_progress_date: at(5) })
  expect(await reminders()).toEqual([])
})

test('insert_reminders inserts no reminder again that was sent for this appointment', async () => {
  await run(`${on}; ${insertSession}`)
  await clock(100)
  await schedule(0)
  await run(`update message set status = 'sent', finished_date = now()`)
  await change({ appointment_end_date: at(2) })
  expect(await kinds()).toEqual(['confirmation', 'change', 'reminder24h', 'reminder1h'])
})

test('queue_reminders inserts the reminders of earlier appointments when they are turned on, once', async () => {
  await run(insertSession)
  await schedule(0)
  await run(on)
  expect(await kinds()).toEqual(['reminder24h', 'reminder1h'])
  await run(`update install set notify_reminders = false; update install set notify_reminders = true`)
  expect(await kinds()).toEqual(['reminder24h', 'reminder1h'])
  expect(await queued('calendar')).toEqual([{ calendar: null }, { calendar: null }])
})

test('erase_messages deletes what was not sent to an erased user', async () => {
  await run(`${on}; ${insertSession}`)
  await schedule(0)
  await run(`update message set status = 'sent', finished_date = now() where kind = 'confirmation'`)
  await run(`update users set erased_date = now()`)
  expect(await kinds()).toEqual(['confirmation'])
})
