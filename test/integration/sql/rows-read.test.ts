// Statements about one session, or about few, read the rows of its learner. A view that is joined with a session is ordered last by
// Postgres, so that it would compute the rows of all learners first.
import { expect, test } from 'vitest'
import { newSid, sidFromUuid } from '../../../db/sid.ts'
import { prepare } from '../../../db/statement.ts'
import { findProctoring } from '../../../src/proctoring/sessions/scheduling/choose-proctoring.ts'
import { findSlots, slotUnchanged } from '../../../src/proctoring/sessions/scheduling/seats.ts'
import { insertSession, sids } from '../../support/sql.ts'
import { sqlClients } from '../../support/sql-clients.ts'
import { sharedStack } from '../../support/stack.ts'

const { install, course, exam, enrollment, session, configuration, users } = sids
const learners = 500
const connected = sqlClients(`
  ${insertSession};
  update exam_configuration set exam_close_date = now() - interval '1 hour' where sid = '${configuration}';
  insert into users (sid, install_sid, first_name, last_name, email, enabled)
    select uuidv7(), '${install}', 'Ada', n::text, 'ada@school.example', true from generate_series(1, ${learners}) n;
  insert into enrollment (sid, install_sid, course_sid, user_sid)
    select uuidv7(), '${install}', '${course}', sid from users where sid <> '${users}';
  insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, status,
      cancelled_date)
    select uuidv7(), s.install_sid, s.course_sid, s.exam_sid, e.sid, s.user_sid, e.sid::text, 'Closed', now()
    from exam_session s, enrollment e where s.sid = '${session}' and e.sid <> s.enrollment_sid;
  analyze`)

const sessionSid = sidFromUuid('ES', session)

/** Runs the statement, and rolls it back. Returns the number of enrollments that it read. */
async function enrollmentsRead(statement: string, parameters: unknown[] = []): Promise<number> {
  const client = await connected()
  await client.query('begin; set enable_seqscan = on')
  await client.query(statement, parameters)
  const { rows } = await client.query<{ count: number }>(
    `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count
     from pg_stat_xact_user_tables where relname = 'enrollment'`,
  )
  await client.query('rollback')
  return rows[0]?.count ?? 0
}

test('the sweep reads the windows of sessions that may be due, not those of all enrollments', async () => {
  expect(await enrollmentsRead('select close_missed_windows(now(), 25)')).toBeLessThan(learners / 10)
})

test('an appointment reads the types and the slots of its own configuration', async () => {
  const { db } = await sharedStack()
  const slot = { sid: newSid('IP') }
  for (const statement of [
    findSlots(db, sessionSid),
    findProctoring(db, sessionSid, {}).types,
    slotUnchanged(db, sessionSid, undefined, { start: new Date(), end: null }),
  ]) {
    const { text, params } = prepare(statement)
    expect(await enrollmentsRead(text, params)).toBeLessThan(learners / 10)
  }
  const { text, params } = prepare(slotUnchanged(db, sessionSid, slot, { start: new Date(), end: null }))
  await expect(enrollmentsRead(text, params)).rejects.toThrow('edited_meanwhile')
})

test.each([
  `effective_configuration_of('${enrollment}', '${exam}')`,
  `effective_configuration_record('${install}', '${enrollment}', '${exam}')`,
  `session_entitlement_of('${enrollment}', '${exam}')`,
])('%s reads the rows of one learner', async call => {
  expect(await enrollmentsRead(`select * from ${call}`)).toBeLessThan(learners / 10)
})
