// The next migration is applied to a filled database while this build serves: no request fails.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dataSet } from '../../tools/demo-data/data-set.ts'
import { load } from '../../tools/demo-data/load.ts'
import { lockTimeoutMs } from '../../tools/migrator/connection.ts'
import { migrateUrl } from '../../tools/migrator/migrate.ts'
import { readMigrations } from '../../tools/migrator/migrations.ts'
import type { EmbeddedPostgres } from '../../tools/neon/embedded.ts'
import { newTenant } from '../../tools/ops/tenant.ts'
import { schemaFolder } from '../../tools/project.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { nextSchema } from '../support/next-build.ts'
import { startTestPostgres } from '../support/postgres.ts'
import { itemOf } from '../support/provision.ts'
import { ownStack } from '../support/stack.ts'
import { makeWorld, type World } from '../support/world.ts'

const SLOW = { timeout: 240_000 }
const marginMs = 6_000 // two cores, shared with other processes

/** Adds rows to the tables that the migrations below change and the requests read: 20,000 users and courses. */
const more = `
  set session_replication_role = replica;
  insert into course (sid, install_sid, title) select uuid_v7(), i.sid, 'Course ' || n
    from (select sid from install limit 1) i, generate_series(1, 20000) n;
  insert into users (sid, install_sid, first_name, last_name, email) select uuid_v7(), i.sid, 'Ada', n, n || '@school.example'
    from (select sid from install limit 1) i, generate_series(1, 20000) n;
  set session_replication_role = origin;
  analyze`

let server: EmbeddedPostgres
let client: pg.Client
let stack: Stack
let world: World
let courseSid: string

beforeAll(async () => {
  server = await startTestPostgres()
  await migrateUrl(server.url, schemaFolder)
  client = new pg.Client(server.url)
  await client.connect()
  const choice = { size: 'S', seed: 1, reference: new Date() } as const
  await load(client, dataSet(choice, newTenant('Demo data', '')), () => {})
  await client.query(more)
  stack = await ownStack({ kind: 'server', url: server.url })
  world = await makeWorld(stack)
  const answer = await world.admin('POST', world.path('/courses'), { body: { title: 'Biology' } })
  courseSid = answer.text('sid')
}, 300_000)

afterAll(async () => {
  await stack?.close()
  await client?.end()
  await server?.stop()
})

type Served = { name: string; status: number; ms: number; at: number }

/** The requests of the clients: reads, writes, and an import, which reconciles sessions. */
const requests = (turn: number): [method: string, path: string, body?: object][] => [
  ['GET', '/courses?limit=10'],
  ['POST', '/courses', { title: `Course ${turn}` }],
  ['GET', `/courses/${courseSid}`],
  ['POST', '/provision', itemOf(`learner ${turn}`)],
  ['GET', '/reports/unscheduledLearners'],
  ['POST', '/users', { firstName: 'Ada', lastName: 'Next', email: `ada${turn}@school.example` }],
]

/** Sends requests, one after the other, until it is stopped. */
function traffic() {
  const served: Served[] = []
  let going = true
  const client = async (first: number) => {
    for (let turn = first; going; turn += 2)
      for (const [method, path, body] of requests(turn)) {
        const at = performance.now()
        const answer = await world.admin(method, world.path(path), { body })
        served.push({ name: `${method} ${path}`, status: answer.status, ms: performance.now() - at, at })
      }
  }
  const clients = [client(traffics++ * 1_000_000), client(traffics++ * 1_000_000 + 1)]
  const stop = async () => {
    going = false
    await Promise.all(clients)
    return served
  }
  onTestFinished(async () => void (await stop()))
  return {
    served,
    /** Resolves when each client has sent all of its requests once more. */
    async oneMoreRound() {
      const until = served.length + 3 * requests(0).length
      while (served.length < until) await sleep(20)
    },
    stop,
  }
}
let traffics = 0

const failed = (served: Served[]) => served.filter(({ status }) => status >= 300)
const rowsOf = async (query: string) => (await client.query(query)).rows

const expand = `
ALTER TABLE "course" ADD COLUMN "next_note" text;--> statement-breakpoint
CREATE TABLE "next_table" ("sid" uuid PRIMARY KEY, "course_sid" uuid NOT NULL);--> statement-breakpoint
ALTER TABLE "next_table" ADD CONSTRAINT "next_table_course_sid_course_sid_fk" FOREIGN KEY ("course_sid") REFERENCES "course"("sid");`

const index = `
DROP INDEX CONCURRENTLY IF EXISTS "course_next_note_index";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "course_next_note_index" ON "course" USING btree ("next_note");`

test(
  'a next migration and changed functions and views are applied while this build serves',
  SLOW,
  async () => {
    const next = await nextSchema({
      migrations: { '0001_expand': expand, '0002_index': index },
      sql: {
        'functions/reconcile_sessions': text =>
          text.replace('BEGIN\n', 'BEGIN\n  -- Changed by the next build.\n'),
        'triggers/users_captured': text =>
          text.replace('INSERT OR UPDATE OR DELETE', 'DELETE OR INSERT OR UPDATE'),
        // Adds a column before the others: the view and its reader are dropped and created.
        'views/adjusted_window': text =>
          text.replace('SELECT j.install_sid', 'SELECT 1 AS next_column, j.install_sid'),
      },
    })
    const going = traffic()
    await going.oneMoreRound()
    const startedAt = performance.now()
    await migrateUrl(server.url, next)
    const endedAt = performance.now()
    await going.oneMoreRound()
    const served = await going.stop()

    expect(failed(served)).toEqual([])
    const during = served.filter(({ at, ms }) => at < endedAt && at + ms > startedAt)
    expect(during.length).toBeGreaterThan(0)
    expect(await rowsOf('select count(*)::int as applied from drizzle.__drizzle_migrations')).toEqual([
      { applied: readMigrations(join(schemaFolder, 'migrations')).length + 2 },
    ])
    expect(
      await rowsOf(`select indisvalid from pg_index where indexrelid = 'course_next_note_index'::regclass`),
    ).toEqual([{ indisvalid: true }])
    const [changed] = await rowsOf(`select pg_get_functiondef('reconcile_sessions'::regproc) as text,
    (select count(*)::int from information_schema.columns
      where table_name = 'adjusted_window' and column_name = 'next_column') as columns`)
    expect(changed).toEqual({ text: expect.stringContaining('Changed by the next build.'), columns: 1 })
    // The previous build is still ready: the database is migrated before the Workers are deployed.
    expect((await fetch(new URL('/readyz', stack.baseUrl))).status).toBe(200)
  },
)

test(
  'a migration that another transaction blocks gives up, and requests wait no longer than the migration did',
  SLOW,
  async () => {
    const blocked = await nextSchema({
      migrations: {
        '0001_expand': expand,
        '0002_index': index,
        '0003_blocked': 'ALTER TABLE "course" ADD COLUMN "late" text',
      },
    })
    const blocker = new pg.Client(server.url)
    await blocker.connect()
    onTestFinished(() => blocker.end())
    await blocker.query('begin')
    await blocker.query('select count(*) from course') // a long report
    const going = traffic()
    await going.oneMoreRound()
    await expect(migrateUrl(server.url, blocked)).rejects.toThrow(
      '0003_blocked changed nothing: it waited 2 s for a lock that another transaction holds. Run it again.',
    )
    await going.oneMoreRound()
    const served = await going.stop()
    expect(failed(served)).toEqual([])
    expect(Math.max(...served.map(({ ms }) => ms))).toBeLessThan(lockTimeoutMs + marginMs)
    const late = `select count(*)::int as columns from information_schema.columns where column_name = 'late'`
    expect(await rowsOf(late)).toEqual([{ columns: 0 }])
    await blocker.query('commit')
    await migrateUrl(server.url, blocked)
    expect(await rowsOf(late)).toEqual([{ columns: 1 }])
  },
)

test(
  'a migration that mixes CONCURRENTLY with other statements is refused before it starts',
  SLOW,
  async () => {
    const mixed = await nextSchema({
      migrations: {
        '0001_expand': expand,
        '0002_index': index,
        '0003_blocked': 'select 1',
        '0004_mixed': `create table mixed (n int);--> statement-breakpoint\ncreate index concurrently on mixed (n)`,
      },
    })
    await expect(migrateUrl(server.url, mixed)).rejects.toThrow('0004_mixed mixes CONCURRENTLY')
    expect(await rowsOf(`select to_regclass('mixed') as made`)).toEqual([{ made: null }])
  },
)
