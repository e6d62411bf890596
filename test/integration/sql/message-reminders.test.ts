// The calendar entries of reminders, when an appointment keeps its start but changes otherwise.
import { expect, test } from 'vitest'
import { id, insertSession, sqlDatabase } from '../../support/sql.ts'

const { rows, run } = sqlDatabase()
const [first, second] = [id(60), id(61)]

/** A session with an appointment in a slot, in 90 minutes, and its reminder. */
const appointed = `
  update install set notifications_enabled = true;
  insert into instructor_proctor (sid, configuration_sid, position, location)
    select s::uuid, sid, n, 'Room ' || n from exam_configuration, (values ('${first}', 1), ('${second}', 2)) v (s, n);
  ${insertSession};
  update exam_session set status = 'Scheduled', appointment_date = now() + interval '90 minutes',
    appointment_end_date = now() + interval '150 minutes', instructor_proctor_sid = '${first}'`

const sequences = () =>
  rows('select kind, sequence from message where kind in ($1, $2) order by kind', ['change', 'reminder1h'])

test('queue_messages gives the reminder of an appointment that moves to another slot the sequence of the change', async () => {
  await run(appointed)
  await run(`update exam_session set instructor_proctor_sid = '${second}'`)
  expect(await sequences()).toEqual([
    { kind: 'change', sequence: 1 },
    { kind: 'reminder1h', sequence: 1 },
  ])
})

test('queue_messages does not change a reminder that can have reached the provider', async () => {
  await run(`${appointed}; update message set attempts = 1 where kind = 'reminder1h'`)
  await run(`update exam_session set instructor_proctor_sid = '${second}'`)
  expect(await sequences()).toContainEqual({ kind: 'reminder1h', sequence: 0 })
})

test('queue_messages keeps a due reminder of an appointment of which only the end changes', async () => {
  await run(
    `${appointed}; update message set due_date = now() - interval '1 minute' where kind = 'reminder1h'`,
  )
  await run(`select set_config('invigil.clock', (now() + interval '31 minutes')::text, true)`)
  await run(`update exam_session set appointment_end_date = now() + interval '3 hours'`)
  expect(await rows(`select status from message where kind = 'reminder1h'`)).toEqual([{ status: 'pending' }])
})
