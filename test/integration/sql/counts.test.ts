// The numbers of tokens and of pairs of an install, kept by triggers and by the cron.
import { beforeEach, expect, test } from 'vitest'
import { sidFromUuid } from '../../../db/sid.ts'
import { prepare, type Statement } from '../../../db/statement.ts'
import { addRowCountChanges, rowCountOf } from '../../../src/shared/row-count.ts'
import { id, insertSession, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()
const family = id(20)

const insertTokens = (from: number, to: number) =>
  run(`insert into sts_token (sid, family_sid, generation, secret_hash, expires_at)
    select uuid_v7(), '${family}', n, sha256(n::text::bytea), now() from generate_series(${from}, ${to}) n`)

const installSid = sidFromUuid('AI', sids.install)
const counts = {
  tokens: rowCountOf('sts_token'),
  pairs: rowCountOf('session_pair'),
  sessions: rowCountOf('exam_session'),
  events: rowCountOf('session_event'),
  exams: rowCountOf('exam'),
}

/** The numbers of rows in each period that are kept, and those of the rows themselves. */
const periodsOf = async (table: 'sts_token' | 'session_pair') => ({
  kept: await rows(
    `select install_sid, period_start, sum(total)::int as total from (
      select table_name, install_sid, period_start, total from row_count_period
      union all select table_name, install_sid, period_start, change from row_count_change) as periods
    where table_name = $1 group by 1, 2 having sum(total) <> 0 order by 1, 2`,
    [table],
  ),
  counted: await rows(
    `select install_sid, row_period(created_date, '${table === 'sts_token' ? '1 hour' : '1 day'}') as period_start, count(*)::int as total
    from ${table} group by 1, 2 order by 1, 2`,
  ),
})

const execute = (statement: Statement) => {
  const { text, params } = prepare(statement)
  return value(text, params)
}
const countOf = (name: keyof typeof counts, of = installSid) => execute(counts[name]({ installSid: of }))
const addChanges = () => execute(addRowCountChanges({}))

beforeEach(async () => {
  await run(`insert into sts_family (sid, install_sid, credential_sid, holder_sid, token_type, resource, policy, install_epoch,
      credential_epoch, holder_epoch, absolute_expires_at)
    values ('${family}', '${sids.install}', '${sids.credential}', '${sids.credential}', 'api', '*', '{}', 0, 0, 0, now())`)
  await addChanges() // of the rows of the scene
})

test('count_rows records one change for each statement that inserts or deletes tokens', async () => {
  await insertTokens(0, 4)
  await insertTokens(5, 6)
  await run('delete from sts_token where generation < 3')
  const changes = await rows('select table_name, install_sid, change from row_count_change order by id')
  const of = { table_name: 'sts_token', install_sid: sids.install }
  expect(changes).toEqual([
    { ...of, change: 5 },
    { ...of, change: 2 },
    { ...of, change: -3 },
  ])
  expect(await countOf('tokens')).toBe(4)
})

test('count_rows counts a pair once, however often its session changes', async () => {
  await run(insertSession)
  await run(`update exam_session set status = 'Scheduled'; update exam_session set cancelled_date = now()`)
  expect([await countOf('pairs'), await countOf('tokens')]).toEqual([1, 0])
  await run('delete from session_pair')
  expect(await countOf('pairs')).toBe(0)
})

const insertEvents = `insert into event_type (sid, install_sid, name) values ('${id(21)}', '${sids.install}', 'Noise');
  insert into session_event (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, session_sid, event_type_sid,
      event_time, title)
    select uuid_v7(), install_sid, course_sid, exam_sid, enrollment_sid, user_sid, sid, '${id(21)}', now(), 'Noise'
    from exam_session, generate_series(1, 3)`

test('count_rows counts the events of sessions', async () => {
  await run(`${insertSession}; ${insertEvents}`)
  await run(`update session_event set status = 'Resolved'`)
  expect(await countOf('events')).toBe(3)
  await run('delete from session_event where sid = (select sid from session_event limit 1)')
  expect([await countOf('events'), await countOf('sessions')]).toEqual([2, 1])
})

test('count_exams counts the exams that are not deleted, after any inserts, updates and deletes', async () => {
  const listed = () =>
    value(`select count(*)::int from exam where install_sid = $1 and status <> 'deleted'`, [sids.install])
  const statuses = `(array['active', 'draft', 'deleted'])[1 + floor(3 * random())::int]`
  await run(`select setseed(0.5)`)
  for (let turn = 0; turn < 12; turn++) {
    await run(`insert into exam (sid, install_sid, course_sid, title, status)
        select uuid_v7(), '${sids.install}', '${sids.course}', 'Exam', ${statuses} from generate_series(1, 5);
      update exam set status = ${statuses} where random() < 0.4;
      update exam set title = 'Other';
      delete from exam where random() < 0.2 and sid <> '${sids.exam}'`)
    if (turn % 3 === 0) await addChanges()
    expect(await countOf('exams'), `turn ${turn}`).toBe(await listed())
  }
  expect(await listed()).toBeGreaterThan(0)
  const changes = () => value('select count(*)::int from row_count_change', [])
  await addChanges()
  await run(`update exam set title = 'Same', edit_date = now()`)
  expect(await changes()).toBe(0)
})

test('the count of an install is the same before and after its changes are added, and has no rows of others', async () => {
  await insertTokens(0, 4)
  expect(await addChanges()).toBe(1)
  await insertTokens(5, 6)
  await run('delete from sts_token where generation = 0')
  expect(await countOf('tokens')).toBe(6)
  expect(await addChanges()).toBe(2)
  expect(await countOf('tokens')).toBe(6)
  expect(await addChanges()).toBe(0)
  expect(await countOf('tokens', sidFromUuid('AI', id(99)))).toBe(0)
})

test('row_period is the hour or the UTC day, also in another time zone', async () => {
  await run(`set local time zone 'Asia/Kolkata'`)
  const periods = await rows(
    `select row_period(t::timestamptz, l::interval) = s::timestamptz as "same" from (values
      ('2026-03-29T05:59:59.999Z', '1 hour', '2026-03-29T05:00Z'), ('2026-03-29T06:00Z', '1 hour', '2026-03-29T06:00Z'),
      ('1999-12-31T23:59Z', '1 day', '1999-12-31T00:00Z')) as v (t, l, s)`,
  )
  expect(periods).toEqual([{ same: true }, { same: true }, { same: true }])
})

test('count_rows counts tokens by the period of their creation', async () => {
  await insertTokens(0, 9)
  await run(`insert into sts_token (sid, family_sid, generation, secret_hash, expires_at, created_date)
    select uuid_v7(), '${family}', n, sha256(n::text::bytea), now(), '2026-01-01'::timestamptz + n * interval '1 hour'
    from generate_series(10, 40) n`)
  await run('delete from sts_token where generation % 3 = 0')
  const { kept, counted } = await periodsOf('sts_token')
  expect(kept.length).toBeGreaterThan(4)
  expect(kept).toEqual(counted)
})

test('move_row_period moves a pair to the period of its current session', async () => {
  await run(insertSession)
  await addChanges()
  await run(`update exam_session set created_date = '2026-01-01T07:00Z'`)
  const { kept, counted } = await periodsOf('session_pair')
  expect(kept).toEqual([{ install_sid: sids.install, period_start: new Date('2026-01-01T00:00Z'), total: 1 }])
  expect(kept).toEqual(counted)
  expect(await countOf('pairs')).toBe(1)
})

test('add_row_periods adds the changes that are deleted, by whichever build, and deletes empty periods', async () => {
  await insertTokens(0, 4)
  await run(`with added as (delete from row_count_change returning *) select * from added`)
  expect((await periodsOf('sts_token')).kept).toMatchObject([{ total: 5 }])
  await run('delete from sts_token')
  await addChanges()
  expect(await rows('select * from row_count_period')).toEqual([])
})

test('recount_rows repairs counts that were changed by hand', async () => {
  await insertTokens(0, 4)
  await run(`${insertSession}; ${insertEvents}`)
  await addChanges()
  await insertTokens(5, 6)
  await run(`update row_count set total = 77; delete from row_count_change;
    insert into row_count (table_name, install_sid, total) values ('sts_token', '${id(99)}', 5)`)
  expect(await countOf('tokens')).toBe(77)
  await run(`update row_count_period set total = 9`)
  await run('select recount_rows()')
  for (const table of ['sts_token', 'session_pair'] as const) {
    const { kept, counted } = await periodsOf(table)
    expect(kept, table).toEqual(counted)
  }
  expect([await countOf('tokens'), await countOf('pairs')]).toEqual([7, 1])
  expect([await countOf('sessions'), await countOf('events'), await countOf('exams')]).toEqual([1, 3, 1])
  expect(await countOf('tokens', sidFromUuid('AI', id(99)))).toBe(0)
})
