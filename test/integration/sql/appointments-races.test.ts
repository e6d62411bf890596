// The numbers of appointments while sessions are written, two crons add changes and they are counted again, on a real Postgres.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepare } from '../../../db/statement.ts'
import { addAppointmentChanges } from '../../../src/shared/appointment-volume.ts'
import { connectionOfClient } from '../../../tools/migrator/connection.ts'
import { applyMigration, readMigrations } from '../../../tools/migrator/migrations.ts'
import { schemaFolder } from '../../../tools/project.ts'
import { rounds } from '../../support/rounds.ts'
import { sids } from '../../support/sql.ts'
import { sqlClients } from '../../support/sql-clients.ts'

const turns = rounds({ quick: 10, all: 100 })
// A pair for each writer: the writers of one pair wait for each other.
const connected = sqlClients(`insert into exam (sid, install_sid, course_sid, title)
  select uuidv7(), '${sids.install}', '${sids.course}', n from generate_series(1, 3) n`)

/** Books, moves and cancels appointments of two days. */
async function write(writer: number): Promise<void> {
  const client = await connected()
  const exam = `(select sid from exam where title = '${writer}')`
  for (let turn = 0; turn < turns; turn++) {
    await client.query(`insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid,
        access_key, status, appointment_date)
      select uuidv7(), '${sids.install}', '${sids.course}', ${exam}, '${sids.enrollment}', '${sids.users}', 'key',
        'Closed', '2026-05-05'::timestamptz + n * interval '7 hours' from generate_series(1, 4) n`)
    await client.query(`update exam_session set appointment_date = appointment_date + interval '1 hour'
      where exam_sid = ${exam} and appointment_date < '2026-05-06'`)
    if (turn % 3 === 0)
      await client.query(`update exam_session set cancelled_date = now() where exam_sid = ${exam}
        and appointment_date > '2026-05-06'`)
  }
}

async function repeat(text: string, times: number): Promise<void> {
  const client = await connected()
  for (let turn = 0; turn < times; turn++) await client.query(text)
}

const kept = `
  select day::timestamp at time zone 'UTC' + (at - 1) * interval '15 minutes' as start, text::integer as volume
  from appointment_volume, json_array_elements_text(volumes) with ordinality as each(text, at)
  union all select start_date, change from appointment_volume_change
  union all select date_bin('15 minutes', appointment_date, '2000-01-01'), -1 from exam_session
  where cancelled_date is null`

/** Reads, in one snapshot, the number of appointments, and the quarters of an hour whose kept number differs. */
async function read(): Promise<{ appointments: number; wrong: number }[]> {
  const client = await connected()
  const seen = []
  for (let turn = 0; turn < turns; turn++) {
    const { rows } = await client.query(`
      select (select count(*)::integer from exam_session where cancelled_date is null) as appointments,
        (select count(*)::integer from (select start from (${kept}) as volumes group by 1 having sum(volume) <> 0) as wrong) as wrong`)
    seen.push(...rows)
  }
  return seen
}

test(`the number of each quarter of an hour is that of its appointments at any time, over ${turns} turns of seven clients`, async () => {
  const { text } = prepare(addAppointmentChanges({}))
  const [seen] = await Promise.all([
    read(),
    ...[1, 2, 3].map(write),
    ...[1, 2].map(() => repeat(text, turns)),
    repeat('select recount_appointments()', turns / 10),
  ])
  seen.push(...(await read()))
  expect(seen.filter(({ wrong }) => wrong !== 0)).toEqual([])
  expect(new Set(seen.map(({ appointments }) => appointments)).size).toBeGreaterThan(1)
}, 120_000)

test('the migration counts the appointments of sessions that are written meanwhile', async () => {
  const client = await connected()
  await client.query(`drop table appointment_volume, appointment_volume_change;
    drop function count_appointments, appointment_quarter cascade`)
  const writing = Promise.all([1, 2, 3].map(write))
  await client.query('select pg_sleep(0.05)')
  const migration = readMigrations(join(schemaFolder, 'migrations')).find(
    ({ tag }) => tag === '0010_appointment_volume',
  )
  if (!migration) throw new Error('The migration has another name.')
  await client.query('delete from drizzle.__drizzle_migrations where created_at >= $1', [migration.when])
  await applyMigration(connectionOfClient(client), migration)
  const [{ appointments: first = 0 } = {}] = await read()
  await writing
  await write(1)
  const seen = await read()
  expect(seen.filter(({ wrong }) => wrong !== 0)).toEqual([])
  expect(seen.at(-1)?.appointments).toBeGreaterThan(first)
}, 120_000)
