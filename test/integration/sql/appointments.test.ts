// The numbers of appointments of an install, kept by triggers and by the cron.
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { sessionStatuses } from '../../../db/schema/session.ts'
import { prepare } from '../../../db/statement.ts'
import { addAppointmentChanges } from '../../../src/shared/appointment-volume.ts'
import { rounds } from '../../support/rounds.ts'
import { id, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()
const other = id(60)

beforeEach(() =>
  run(`insert into install (sid, account_sid, application_sid, name)
    values ('${other}', '${sids.account}', '${sids.application}', 'Other')`),
)

/** Inserts closed sessions, which may be several of a learner and an exam, with appointments at the times. */
const insert = (...times: (string | null)[]) =>
  run(`insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, status,
      appointment_date)
    select uuid_v7(), '${sids.install}', '${sids.course}', '${sids.exam}', '${sids.enrollment}', '${sids.users}', 'key',
      'Closed', at
    from unnest(array[${times.map(time => (time ? `'${time}'` : 'null')).join()}]::timestamptz[]) at`)

const addChanges = () => value(prepare(addAppointmentChanges({})).text)

const changes = () =>
  rows(`select install_sid, to_char(start_date at time zone 'UTC', 'DD HH24:MI') as at, change
    from appointment_volume_change order by start_date, change`)

/** The numbers of all installs, of the quarters of an hour that have appointments: kept, and counted again. */
const kept = `
  select install_sid, start_date, sum(volume)::integer as volume from (
    select install_sid, day::timestamp at time zone 'UTC' + (at - 1) * interval '15 minutes' as start_date,
      text::integer as volume
    from appointment_volume, json_array_elements_text(volumes) with ordinality as each(text, at)
    union all select install_sid, start_date, change from appointment_volume_change
  ) as all_of group by 1, 2 having sum(volume) <> 0 order by 1, 2`
const counted = `
  select install_sid, to_timestamp(floor(extract(epoch from appointment_date) / 900) * 900) as start_date,
    count(*)::integer as volume
  from exam_session
  where cancelled_date is null and appointment_date is not null and status in ('Scheduled', 'Processing', 'Incident', 'Closed')
  group by 1, 2 order by 1, 2`

const expectRight = async (note = '') => expect(await rows(kept), note).toEqual(await rows(counted))

test('appointment_quarter returns the start of the quarter of an hour, or null for a session that does not count', async () => {
  const quarter = (status: string, cancelled: string | null, appointment: string | null) =>
    value(`select appointment_quarter($1, $2, $3)`, [status, cancelled, appointment])
  const at = '2026-05-05T10:29:59.999Z'
  for (const status of sessionStatuses) {
    const counts = ['Scheduled', 'Processing', 'Incident', 'Closed'].includes(status)
    expect(await quarter(status, null, at), status).toEqual(counts ? new Date('2026-05-05T10:15Z') : null)
    expect(await quarter(status, at, at)).toBe(null)
    expect(await quarter(status, null, null)).toBe(null)
  }
  expect(await quarter('Closed', null, '1903-12-31T23:59Z')).toEqual(new Date('1903-12-31T23:45Z'))
})

test('count_appointments records one change for each install and quarter of an hour of a statement', async () => {
  await insert('2026-05-05T10:00Z', '2026-05-05T10:14Z', '2026-05-05T10:15Z', null)
  const of = { install_sid: sids.install }
  const inserted = [
    { ...of, at: '05 10:00', change: 2 },
    { ...of, at: '05 10:15', change: 1 },
  ]
  expect(await changes()).toEqual(inserted)
  await run(`update exam_session set notes = 'late'`)
  await run(`update exam_session set appointment_date = appointment_date + interval '1 millisecond'`)
  expect(await changes()).toEqual(inserted)
  await run(`delete from appointment_volume_change`)
  await run(`update exam_session set appointment_date = appointment_date + interval '15 minutes'`)
  expect(await changes()).toEqual([
    { ...of, at: '05 10:00', change: -2 },
    { ...of, at: '05 10:15', change: 1 },
    { ...of, at: '05 10:30', change: 1 },
  ])
})

test('count_appointments records sessions that are cancelled, reopened, denied, moved to another install or deleted', async () => {
  await insert('2026-05-05T10:00Z', '2026-05-06T10:00Z')
  for (const change of [
    `update exam_session set cancelled_date = now() where appointment_date < '2026-05-06'`,
    `update exam_session set cancelled_date = null`,
    `update exam_session set status = 'Incident' where appointment_date < '2026-05-06'`,
    `update exam_session set status = 'Approval Denied' where appointment_date < '2026-05-06'`,
    `update exam_session set appointment_date = null where appointment_date > '2026-05-06'`,
    `update exam_session set appointment_date = '1969-12-31T23:59Z' where appointment_date is null`,
    `update exam_session set install_sid = '${other}'`,
    `delete from session_pair; delete from session_transition; delete from exam_session`,
  ]) {
    await run(change)
    await expectRight(change)
    await addChanges()
    await expectRight(change)
  }
})

test('recount_appointments repairs numbers that were changed by hand', async () => {
  await insert('2026-05-05T10:00Z', '2026-05-06T10:00Z')
  await addChanges()
  await insert('2026-05-05T10:00Z')
  await run(`update appointment_volume set volumes = (select json_agg(7) from generate_series(1, 96));
    update appointment_volume_change set change = -3`)
  expect(await rows(kept)).not.toEqual(await rows(counted))
  await run('select recount_appointments()')
  await expectRight()
  await addChanges()
  await expectRight()
  expect(await value('select count(*)::integer from appointment_volume')).toBe(2)
})

const times = fc.constantFrom(
  ...['2026-05-05T00:00Z', '2026-05-05T23:59:59.999Z', '2026-05-06T00:00Z', '1903-01-01T12:01Z'],
  null,
)
/** A condition for one to three thirds of the sessions. */
const isPart = (n: number) => `get_byte(decode(md5(sid::text), 'hex'), 0) % 3 < ${n}`
const part = fc.integer({ min: 1, max: 3 })
const operations = fc.oneof(
  fc.array(times, { minLength: 1, maxLength: 4 }).map(some => () => insert(...some)),
  fc.tuple(times, part).map(
    ([time, n]) =>
      () =>
        run(`update exam_session set appointment_date = ${time ? `'${time}'` : 'null'} where ${isPart(n)}`),
  ),
  part.map(n => () => run(`update exam_session set cancelled_date = now() where ${isPart(n)}`)),
  part.map(n => () => run(`update exam_session set cancelled_date = null where ${isPart(n)}`)),
  fc.constantFrom('Incident', 'Approval Denied').map(
    status => () =>
      run(`update exam_session set status = 'Closed';
        update exam_session set status = '${status}' where sid = (select sid from exam_session order by sid limit 1)`),
  ),
  part.map(
    n => () =>
      run(
        `delete from session_pair; delete from session_transition; delete from exam_session where ${isPart(n)}`,
      ),
  ),
  fc.constant(addChanges),
)
test('the numbers equal the sessions after any series of statements and runs of the cron', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(operations, { minLength: 3, maxLength: 12 }), async series => {
        for (const operation of series) {
          await operation()
          await expectRight()
        }
      })
      .afterEach(() =>
        run('delete from session_pair; delete from session_transition; delete from exam_session'),
      ),
    { numRuns: rounds({ quick: 20, all: 300 }) },
  )
})
