// Lists at a size where a page is a small part of the rows: an index has the keys of the page, and only its rows are read.
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect } from '../../../db/client.ts'
import { sidFromUuid } from '../../../db/sid.ts'
import { prepare } from '../../../db/statement.ts'
import { listInstallRows } from '../../../src/platform/account/installs/queries.ts'
import { AccountInstallQuery } from '../../../src/platform/account/installs/schema.ts'
import { listAttempts, listDeliveryRows } from '../../../src/platform/webhooks/deliveries/queries.ts'
import { DeliveryQuery, LogQuery } from '../../../src/platform/webhooks/deliveries/schema.ts'
import { listUserItems } from '../../../src/proctoring/people/users/queries.ts'
import { UserQuery } from '../../../src/proctoring/people/users/schema.ts'
import { readChurn } from '../../../src/proctoring/reports/churn.ts'
import { listQueue } from '../../../src/proctoring/sessions/read/queue-queries.ts'
import { QueueQuery } from '../../../src/proctoring/sessions/read/queue-schema.ts'
import { emptyScope } from '../../../src/shared/auth/caller-scope.ts'
import { listTokenRows } from '../../../src/sts/tokens/queries.ts'
import { TokenQuery } from '../../../src/sts/tokens/schema.ts'
import type { EmbeddedPostgres } from '../../../tools/neon/embedded.ts'
import { longLists } from '../../support/long-lists.ts'
import { nodesOf, outline, type PlanNode, rowsRead } from '../../support/plan.ts'
import { migratedOn, startTestPostgres } from '../../support/postgres.ts'
import { id, scene, sids } from '../../support/sql.ts'

const count = 20_000
const limit = 25

// Nothing is sent to this database: the server of this file executes the statements.
const db = connect('postgres://user:password@ep-local.example.com/db')
const installSid = sidFromUuid('AI', sids.install)
let server: EmbeddedPostgres | undefined
let client: pg.Client

beforeAll(async () => {
  server = await startTestPostgres()
  client = new pg.Client({ connectionString: migratedOn(server) })
  await client.connect()
  await client.query(scene)
  await client.query(longLists(count))
  // Flushes the commits, which are asynchronous on this server: VACUUM marks no page as visible before.
  await client.query('checkpoint')
  // VACUUM marks no page as visible either while an autovacuum has an older snapshot.
  await vi.waitFor(
    async () => {
      await client.query('vacuum analyze')
      const { rows } = await client.query(`select relname from pg_class
        where relname in ('users', 'webhook_delivery', 'sts_token', 'sts_family', 'exam_session', 'session_pair') and relallvisible < relpages`)
      expect(rows).toEqual([])
    },
    { timeout: 60_000, interval: 500 },
  )
}, 240_000)

afterAll(async () => {
  await client?.end()
  await server?.stop()
})

async function planOf(statement: Parameters<typeof prepare>[0]): Promise<PlanNode[]> {
  const { text, params } = prepare(statement)
  const { rows } = await client.query(`explain (analyze, format json) ${text}`, params)
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
}

const tokens = (query: object) => listTokenRows(db, installSid, TokenQuery.parse(query))
const sessions = (query: object) => listQueue(db, installSid, QueueQuery.parse(query), emptyScope)
const users = (query: object) => listUserItems(db, installSid, UserQuery.parse(query))

const lists = [
  ['tokens', 'sts_token', 'sts_token_install_sid_created_date_sid_index', tokens, {}],
  ['tokens', 'sts_token', 'sts_token_install_sid_created_date_sid_index', tokens, { sortOrder: 'DESC' }],
  ['sessions', 'exam_session', 'exam_session_queue', sessions, {}],
  ['sessions', 'exam_session', 'exam_session_queue', sessions, { sortOrder: 'DESC' }],
  ['sessions', 'exam_session', 'exam_session_queue_by_creation', sessions, { sortKeys: 'createdDate' }],
  ['sessions', 'exam_session', 'exam_session_queue_of_status', sessions, { status: 'Closed' }],
  ['users', 'users', 'users_listed', users, {}],
  ['users', 'users', 'users_listed_last_name', users, { sortKeys: 'lastName' }],
  ['users', 'users', 'users_listed_first_name', users, { sortKeys: 'firstName' }],
] as const

const cases = lists.flatMap(([name, table, index, list, order]) =>
  [0, count - 100].map(offset => {
    const query = { ...order, offset: String(offset) }
    return [name, JSON.stringify(query), { table, index, statement: () => list(query).rows }] as const
  }),
)

test.each(cases)('a page of %s %s has its keys from an index, and reads no other rows', async (...given) => {
  const [, , { table, index, statement }] = given
  const plan = await planOf(statement())
  // The branch of the other end of the list is not executed.
  const keys = plan.filter(node => node['Index Name'] === index && node['Actual Loops'] !== 0)
  expect(
    keys.map(node => node['Node Type']),
    outline(plan),
  ).toEqual(['Index Only Scan'])
  // A token is also joined with its successor.
  expect(rowsRead(plan, table), outline(plan)).toBeLessThanOrEqual(2 * limit)
  expect(rowsRead(plan, 'sts_family'), outline(plan)).toBeLessThanOrEqual(limit)
})

test('a page of the old form, which sorts the rows of the install, is recognised', async () => {
  const { rows } = await client.query(
    `explain (analyze, format json) select * from users where install_sid = '${sids.install}' order by created_date, sid
     offset ${count - 100} limit ${limit}`,
  )
  expect(rowsRead(nodesOf(rows[0]['QUERY PLAN'][0].Plan), 'users')).toBeGreaterThan(2 * limit)
})

test('the counts of the installs of an account read indexes only', async () => {
  const account = sql`(select account_sid from install where sid = ${sids.install}::uuid)`
  const statement = listInstallRows(db, { ...emptyScope, account }, AccountInstallQuery.parse({})).rows
  // The tables of the scene have few exams and sessions.
  await client.query('set enable_seqscan = off')
  const plan = await planOf(statement)
  await client.query('reset enable_seqscan')
  const indexes = plan
    .filter(node => ['users', 'exam', 'exam_session'].includes(node['Relation Name'] ?? ''))
    .map(node => [node['Node Type'], node['Index Name']])
  expect(indexes, outline(plan)).toEqual([
    ['Index Only Scan', 'users_merged'],
    ['Index Only Scan', 'exam_session_running'],
  ])
})

test('a page in the second half of the tokens is read from the end', async () => {
  const plan = await planOf(tokens({ offset: String(count - 100) }).rows)
  const [keys] = plan.filter(
    node =>
      node['Index Name'] === 'sts_token_install_sid_created_date_sid_index' && node['Actual Loops'] !== 0,
  )
  expect(keys?.['Actual Rows'], outline(plan)).toBe(100)
})

test.each(['ASC', 'DESC'])(
  'a page in the middle of the tokens is read from its period, %s',
  async sortOrder => {
    const plan = await planOf(tokens({ offset: String(count / 2), sortOrder }).rows)
    const [keys] = plan.filter(
      node =>
        node['Index Name'] === 'sts_token_install_sid_created_date_sid_index' && node['Actual Loops'] !== 0,
    )
    const rowsOfPeriod = 360
    expect(keys?.['Actual Rows'], outline(plan)).toBeLessThanOrEqual(rowsOfPeriod / 2 + limit)
  },
)

test.each([
  ['sessions', 'exam_session', sessions],
  ['users', 'users', users],
] as const)('the total of all %s reads no row of the table', async (_, table, list) => {
  const plan = await planOf(list({}).counted)
  const read = plan.filter(node => node['Relation Name'] === table).map(node => node['Actual Rows'])
  expect(Math.max(0, ...read.map(Number)), outline(plan)).toBe(0)
})

test('the total of the sessions with a status reads an index only', async () => {
  const plan = await planOf(sessions({ status: 'Closed' }).counted)
  expect(rowsRead(plan, 'exam_session'), outline(plan)).toBe(0)
})

test.each([{ lastName: 'learner 1234' }, { firstName: 'ada 77', lastName: '77' }])(
  'the users with %j are found by an index',
  async query => {
    const list = users(query)
    for (const statement of [list.rows, list.counted]) {
      const plan = await planOf(statement)
      expect(rowsRead(plan, 'users'), outline(plan)).toBeLessThanOrEqual(1000)
    }
  },
)

test('the churn report of a few learners reads their pairs only', async () => {
  const loaded = readChurn.load?.({
    ...{ db, params: { installSid }, body: undefined, header: () => undefined, callerScope: emptyScope },
    query: readChurn.query?.parse({ studentLastName: 'learner 1234' }) ?? {},
  })
  for (const statement of Object.values(loaded ?? {}).flat()) {
    const plan = await planOf(statement)
    const pairs = plan.filter(node => node['Relation Name'] === 'session_pair')
    const read = pairs.map(node => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1))
    expect(Math.max(...read), outline(plan)).toBeLessThanOrEqual(limit)
  }
})

test('the total of all tokens reads no token', async () => {
  const plan = await planOf(tokens({}).counted)
  const relations = plan.flatMap(node => node['Relation Name'] ?? [])
  expect(new Set(relations)).toEqual(new Set(['row_count', 'row_count_change']))
})

test('the total of the active tokens and of those of one user reads the tokens of few families', async () => {
  const user = sidFromUuid('US', id(99))
  for (const query of [
    { active: 'true' },
    { targetUserSid: user },
    { targetUserSid: user, active: 'false' },
  ]) {
    const plan = await planOf(tokens(query).counted)
    expect(rowsRead(plan, 'sts_family'), outline(plan)).toBeLessThanOrEqual(limit)
    expect(rowsRead(plan, 'sts_token'), outline(plan)).toBeLessThanOrEqual(limit)
  }
})

const ofApplication = { applicationSid: sql`${sids.application}::uuid`, installSid: sql`null::uuid` }
const attempts = (query: object) => listAttempts(db, ofApplication, LogQuery.parse(query))
const deliveries = (query: object) => listDeliveryRows(db, ofApplication, DeliveryQuery.parse(query))
const deliveryRows = (query: object) => deliveries(query).rows

function expectReads(plan: PlanNode[], index: string, most: number): void {
  const indexes = plan.map(node => node['Index Name'])
  expect(indexes, outline(plan)).toContain(index)
  for (const table of ['event', 'webhook_delivery', 'webhook_attempt'])
    expect(rowsRead(plan, table), outline(plan)).toBeLessThanOrEqual(most)
}

// The list reads the deliveries to find them, and with their columns; and of each the status and the fault of the last attempt.
test.each([
  ['log', attempts, 5],
  ['list', deliveryRows, 10],
] as const)(
  'the %s of the deliveries of one session reads only its events, deliveries and attempts',
  async (...given) => {
    const [, list, most] = given
    const plan = await planOf(list({ sessionSid: `ES${createHash('md5').update('7').digest('hex')}` }))
    expect(plan[0]?.['Actual Rows'], outline(plan)).toBe(5)
    expectReads(plan, 'event_session', most)
  },
)
