// Each rule of retention finds its rows by an index, whether few rows have expired or nearly all. It runs every minute.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../../../db/client.ts'
import { deleteRows } from '../../../../src/platform/retention/delete.ts'
import { batchSize } from '../../../../src/platform/retention/find.ts'
import type { EmbeddedPostgres } from '../../../../tools/neon/embedded.ts'
import { nodesOf, outline, type PlanNode } from '../../../support/plan.ts'
import { migratedOn, startTestPostgres } from '../../../support/postgres.ts'
import { dayMs, ruleNames, rules } from '../../../support/retention.ts'

// Nothing is sent to this database: the server of this file explains the statements.
const db = connect('postgres://user:password@ep-local.example.com/db')
let server: EmbeddedPostgres | undefined
let client: pg.Client
const now = new Date('2031-05-04T03:02:01.000Z')

const count = 40_000
/** Times spread evenly over the 500 days before the test: for each rule some rows are old enough and some are not. */
const at = `timestamptz '${now.toISOString()}' - n * interval '500 days' / ${count}`
const sid = `uuidv7(${at} - clock_timestamp())`
const hash = `sha256(n::text::bytea)`

/**
 * The same number of rows of each kind: a family has one token, a delivery one attempt; a tenth of the deliveries is dead.
 * The triggers of sessions and files are off, because they insert events.
 */
const filling = `
  insert into account (sid, name) values (uuidv7(), 'a');
  insert into application (sid, account_sid, name) select uuidv7(), sid, 'a' from account;
  insert into install (sid, account_sid, application_sid, name) select uuidv7(), account_sid, sid, 'a' from application;
  insert into api_credential (sid, account_sid, application_sid, name, role, policy, secret_hash)
    select uuidv7(), account_sid, sid, 'a', 'admin', '{}', sha256('') from application;
  insert into operator (sid, account_sid, email, name, role) select uuidv7(), sid, 'a', 'a', 'owner' from account;
  insert into webhook_endpoint (sid, application_sid, url, secret, events, active)
    select uuidv7(), sid, '', '', '{}', false from application;
  insert into sts_family (sid, install_sid, credential_sid, holder_sid, token_type, resource, policy, install_epoch,
      credential_epoch, holder_epoch, absolute_expires_at)
    select uuidv7(), i.sid, c.sid, c.sid, 'api', '*', '{}', 0, 0, 0, ${at}
    from install i, api_credential c, generate_series(1, ${count}) n;
  insert into sts_token (sid, family_sid, generation, secret_hash, expires_at)
    select uuidv7(), sid, 0, sha256(sid::text::bytea), absolute_expires_at from sts_family;
  insert into sts_event (sid, install_sid, event, created_date)
    select ${sid}, sid, 'issued', ${at} from install, generate_series(1, ${count}) n;
  insert into event (sid, application_sid, topic, source, type, payload, created_date)
    select ${sid}, sid, 'a', 'sdk', 'document.updated', '{}', ${at} from application, generate_series(1, ${count}) n;
  insert into webhook_delivery (sid, application_sid, event_sid, endpoint_sid, status, created_date, finished_date)
    select uuidv7(), e.application_sid, e.sid, w.sid,
      (array['dead', 'skipped', 'delivered'])[least(3, 1 + row_number() over (order by e.sid) % 10)],
      e.created_date, e.created_date
    from event e, webhook_endpoint w;
  insert into webhook_attempt (sid, application_sid, delivery_sid, endpoint_sid, event_sid, event_type, number, url,
      success, duration_ms, request)
    select uuidv7(), application_sid, sid, endpoint_sid, event_sid, 'document.updated', 1, '', true, 1, '{}'
    from webhook_delivery;
  insert into sign_in_session (sid, operator_sid, secret_hash, expires_at)
    select uuidv7(), sid, ${hash}, ${at} from operator, generate_series(1, ${count}) n;
  insert into mfa_challenge (secret_hash, operator_sid, expires_at)
    select ${hash}, sid, ${at} from operator, generate_series(1, ${count}) n;
  insert into password_reset (secret_hash, operator_sid, expires_at)
    select ${hash}, sid, ${at} from operator, generate_series(1, ${count}) n;
  insert into throttle (key, taken) select ${hash}, array[${at}] from generate_series(1, ${count}) n;
  insert into sign_in_event (sid, event, created_date)
    select ${sid}, 'signed_in', ${at} from generate_series(1, ${count}) n;
  truncate audit_event;
  insert into audit_event (sid, account_sid, kind, action, record_sid, created_date)
    select ${sid}, sid, 'account', 'updated', sid_text('AC', sid), ${at} from account, generate_series(1, ${count}) n;
  alter table onboarding_link drop constraint onboarding_link_session_sid_exam_session_sid_fk;
  insert into onboarding_link (secret_hash, session_sid, expires_at)
    select ${hash}, uuidv7(), ${at} from generate_series(1, ${count}) n;
  set session_replication_role = replica;
  insert into message (sid, install_sid, session_sid, kind, status, due_date, finished_date)
    select uuidv7(), sid, uuidv7(), 'confirmation', 'sent', ${at}, ${at} from install, generate_series(1, ${count}) n;
  insert into live_topic (application_sid, topic, renewed_date)
    select uuidv7(), n::text, ${at} from generate_series(1, ${count}) n;
  insert into idempotency_key (caller, key, owner, request_hash, user_sids, created_date)
    select 'AK', n::text, uuidv7(), ${hash}, '{}', ${at} from generate_series(1, ${count}) n;
  insert into webhook_retry (sid, application_sid, since_date, until_date, matched, finished_date)
    select uuidv7(), sid, ${at}, ${at}, 0, ${at} from application, generate_series(1, ${count}) n;
  insert into webhook_notice (sid, endpoint_sid, operator_sid, kind, finished_date)
    select uuidv7(), w.sid, o.sid, 'activated', ${at} from webhook_endpoint w, operator o, generate_series(1, ${count}) n;
  insert into request_count (caller, tenant, is_write, started_date, used)
    select n::text, uuidv7(), false, ${at}, 1 from generate_series(1, ${count}) n;
  insert into used_download (sid, expires_at) select uuidv7(), ${at} from generate_series(1, ${count}) n;
  insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, status)
    select uuidv7(), sid, uuidv7(), uuidv7(), uuidv7(), uuidv7(), 'a', 'Closed' from install, generate_series(1, ${count});
  insert into file (sid, install_sid, purpose, session_sid, name, content_type, size, upload_expires_date, created_date,
      completed_date)
    select uuidv7(), install_sid, 'photo', sid, 'a', 'image/png', 1, ${at}, ${at}, case when more = 0 then ${at} end
    from (select *, row_number() over () as n from exam_session) s, generate_series(0, 1) more;
  reset session_replication_role`

beforeAll(async () => {
  server = await startTestPostgres()
  client = new pg.Client({ connectionString: migratedOn(server) })
  await client.connect()
  await client.query(filling)
  await client.query('vacuum analyze')
}, 240_000)

afterAll(async () => {
  await client?.end()
  await server?.stop()
})

/** The plan of the executed statement; the deletions are rolled back. */
async function planOf(name: (typeof ruleNames)[number], at: Date): Promise<PlanNode[]> {
  const { sql, params } = deleteRows(db, rules[name], at).toSQL()
  await client.query('begin')
  const { rows } = await client.query(`explain (analyze, format json) ${sql}`, params)
  await client.query('rollback')
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
}

test('a plan that scans a table sequentially is recognised', async () => {
  const { rows } = await client.query(
    'explain (format json) select from throttle where cardinality(taken) = 2',
  )
  expect(nodesOf(rows[0]['QUERY PLAN'][0].Plan).map(node => node['Node Type'])).toContain('Seq Scan')
})

const times = {
  'nothing is old': new Date(now.getTime() - 600 * dayMs),
  'some is old': now,
  'everything is old': new Date(now.getTime() + 600 * dayMs),
}
/** Tables that other rows can refer to: how many rows are deleted depends on those. */
const parents = ['families', 'deliveries', 'deadLetters', 'events']

describe.each(Object.entries(times))('when %s', (when, at) => {
  test.each(ruleNames)('the rows of %s are found by an index, and few are read', async name => {
    const plan = await planOf(name, at)
    const types = plan.map(node => node['Node Type'])
    expect(types, outline(plan)).not.toContain('Seq Scan')
    expect(types, outline(plan)).not.toContain('Sort')
    // Of events, the oldest are read, and as many others.
    const most = name === 'events' ? 2 * batchSize : batchSize
    expect(Math.max(...plan.map(node => node['Actual Rows'] ?? 0)), outline(plan)).toBeLessThanOrEqual(most)
    if (when === 'everything is old' && !parents.includes(name))
      expect(plan.at(-1)?.['Actual Rows'], outline(plan)).toBe(batchSize)
  })
})
