// The sweep beside requests that hold locks, on a real Postgres: it waits for none, and makes none of them fail.
import { expect, test } from 'vitest'
import { id, sids } from '../../support/sql.ts'
import { sqlClients } from '../../support/sql-clients.ts'

const end = '2026-03-01T12:00:00.000Z'
const after = '2026-03-02T12:00:00.000Z'
const other = { course: id(50), exam: id(51), enrollment: id(52) }

/** Three due sessions in the first course, and one that is due later in another. */
const connected = sqlClients(`
  insert into course (sid, install_sid, title) values ('${other.course}', '${sids.install}', 'Other');
  insert into exam (sid, install_sid, course_sid, title)
    values ('${other.exam}', '${sids.install}', '${other.course}', 'Other');
  insert into exam_configuration (sid, install_sid, exam_sid, type, approved, exam_close_date)
    values ('${id(53)}', '${sids.install}', '${other.exam}', 'primary', true, '${end}');
  update exam_configuration set exam_close_date = '${end}';
  insert into enrollment (sid, install_sid, course_sid, user_sid)
    values ('${other.enrollment}', '${sids.install}', '${other.course}', '${sids.users}')`)

async function insertDue(status: string): Promise<void> {
  const client = await connected()
  await client.query(`
    delete from onboarding_link; delete from session_transition; delete from session_pair; delete from exam_session;
    insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, status,
        appointment_end_date)
      values ('${id(60)}', '${sids.install}', '${sids.course}', '${sids.exam}', '${sids.enrollment}', '${sids.users}',
          'a', '${status}', '${end}'),
        ('${id(61)}', '${sids.install}', '${other.course}', '${other.exam}', '${other.enrollment}', '${sids.users}',
          'b', '${status}', '${end}'::timestamptz + interval '1 hour')`)
}

test.each([
  ['close_no_shows', 'Scheduled'],
  ['close_missed_windows', 'Needs Proctor'],
])(
  '%s closes the sessions of other courses while a request has locked one, and those of this one later',
  async (name, status) => {
    await insertDue(status)
    const [request, sweep] = [await connected(), await connected()]
    const close = async () => {
      const { rows } = await sweep.query(`select ${name}($1, 1) as closed`, [after])
      return rows[0]?.closed
    }
    await request.query('begin')
    await request.query('select from course where sid = $1 for no key update', [sids.course])
    expect(await close()).toBe(1)
    expect(await close()).toBe(0)
    const { rows } = await sweep.query(`select sid from exam_session where status = 'Closed'`)
    expect(rows).toEqual([{ sid: id(61) }])
    await request.query('commit')
    expect(await close()).toBe(1)
  },
)

test('a change of the current session of a pair does not wait for a sweep that marks an earlier one', async () => {
  await insertDue('Needs Proctor')
  const [sweep, request] = [await connected(), await connected()]
  await request.query(`insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid,
      access_key, status, in_progress_date, review_by_date, created_date)
    values ('${id(62)}', '${sids.install}', '${sids.course}', '${sids.exam}', '${sids.enrollment}', '${sids.users}', 'c',
      'Processing', now(), '${end}', '2026-01-01')`)
  await sweep.query('begin')
  const { rows } = await sweep.query(
    `select sid from exam_session where sid = '${id(62)}' for no key update skip locked`,
  )
  expect(rows).toHaveLength(1)
  await request.query(`set lock_timeout = '2s'`)
  await request.query(
    `update exam_session set status = 'Closed', cancelled_date = now() where sid = '${id(60)}'`,
  )
  await sweep.query(`update exam_session set audit_status = 'Overdue' where sid = '${id(62)}'`)
  await sweep.query('commit')
})
