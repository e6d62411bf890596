// The contents of the whole database, for tests of requests that must change nothing, or leave nothing.

import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Stack } from '../../tools/stack/stack.ts'
import type { World } from './world.ts'

type Database = Stack['db']
type Contents = Record<string, unknown>

/**
 * The value of the expression, an aggregate over the rows `t`, for every table that meets the condition. Not for
 * `request_count`, which changes with each request of a caller with a limit, also with one that is refused.
 */
export async function ofEach<T = unknown>(
  db: Database,
  expression: string,
  condition: SQL = sql`true`,
): Promise<Record<string, T>> {
  const tables = await db.execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_name <> 'request_count' and table_schema not in ('pg_catalog', 'information_schema') and ${condition}
    order by 1`)
  const asked = tables.rows.map(
    ({ name }) => `select '${name}' as name, (select ${expression} from ${name} t) as value`,
  )
  const { rows } = await db.execute<{ name: string; value: T }>(sql.raw(asked.join(' union all ')))
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

const digest = `count(*) || ' rows ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '')`

/** The number of rows of every table, and a digest of their contents. */
export const contentsOf = (db: Database): Promise<Contents> => ofEach(db, digest)

/**
 * The number of rows of every table, and a digest of their versions: a row that is written, even unchanged, is a new
 * version in another position. It takes a fifteenth of the time of reading all contents.
 */
export const versionsOf = (db: Database): Promise<Contents> =>
  ofEach(db, `count(*) || ' rows ' || coalesce(sum(hash_record_extended(row(t.ctid, t.xmin), 0)), 0)`)

/** The number of rows of every table. */
export const countsOf = (db: Database): Promise<Contents> => ofEach(db, 'count(*)::int')

/** The rows of the install in the tables that name it. */
export const contentsOfInstall = ({ stack: { db }, installSid }: World): Promise<Contents> =>
  ofEach(
    db,
    digest.replaceAll(
      /(count\(\*\)|string_agg\(.*?t::text\))/g,
      `$1 filter (where t.install_sid = '${installSid.slice(2)}')`,
    ),
    sql`exists (select from information_schema.columns c where c.column_name = 'install_sid'
      and (c.table_schema, c.table_name) = (tables.table_schema, tables.table_name))`,
  )

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const pattern = (text: string) => literal(`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)

/** The first six characters of each text, each once. A row that has a text has these too. */
const startsOf = (texts: string[]) => [...new Set(texts.map(text => [...text].slice(0, 6).join('')))]

/**
 * For each text that is in some table, the tables: in any column of any type, in any case. One statement reads
 * each row once, for any number of texts.
 */
export async function tablesOf({ stack: { db } }: World, texts: string[]): Promise<Record<string, string[]>> {
  const lower = texts.map(text => text.toLowerCase())
  if (lower.length === 0) return {}
  const canHit = `lower(t::text) like any (array[${startsOf(lower).map(pattern).join(', ')}])`
  const hits = await ofEach(db, `coalesce(string_agg(lower(t::text), E'\\n') filter (where ${canHit}), '')`)
  const tables = (text: string) => Object.keys(hits).filter(table => String(hits[table]).includes(text))
  return Object.fromEntries(
    texts.map(text => [text, tables(text.toLowerCase())] as const).filter(([, found]) => found.length > 0),
  )
}

/** The tables that contain a text. */
export const tablesWith = async (world: World, text: string): Promise<string[]> =>
  (await tablesOf(world, [text]))[text] ?? []

// Deliveries and mails of other tests continue, the contents of their files are deleted, and events that wait for their topics
// are published. A new event is also in `event`.
const goingOn = [
  'public.webhook_attempt',
  'public.webhook_delivery',
  'public.webhook_endpoint',
  'public.live_event',
  'public.message',
  'public.object_deletion',
]

const countIn = (contents: Contents, table: string) => String(contents[`public.${table}`]).split(' ')[0]

/** All rows of the tables except those that are written in the background. */
export const atRest = (contents: Contents): Contents => ({
  ...Object.fromEntries(Object.entries(contents).filter(([table]) => !goingOn.includes(table))),
  endpoints: countIn(contents, 'webhook_endpoint'),
  messages: countIn(contents, 'message'),
})

/** All tables except that of the sessions of operators, whose use is recorded once a minute. */
const exceptSessions = ({ 'public.sign_in_session': _, ...contents }: Contents): Contents => contents

/** The next transaction id of the server: a transaction that writes a row takes an id, one that only reads takes none. */
async function nextTransaction(db: Database): Promise<unknown> {
  const { rows } = await db.execute(sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`)
  return rows[0]?.['next']
}

/** The versions that were read last, which are still current while the next transaction id is the same. */
const lastVersions = new WeakMap<Database, { next: unknown; versions: Contents }>()

/** As `versionsOf`, which takes long. */
async function currentVersionsOf(db: Database): Promise<Contents> {
  const next = await nextTransaction(db)
  const last = lastVersions.get(db)
  if (last !== undefined && last.next === next) return last.versions
  const versions = await versionsOf(db)
  lastVersions.set(db, { next, versions })
  return versions
}

/**
 * Runs the request and expects that it wrote no row of any table, not even unchanged. If only tables have changed that
 * are written in the background, or the use of a session was recorded, the request is sent again, up to three times, each
 * after a longer pause.
 */
export async function changingNoRow<T>({ stack: { db } }: World, request: () => Promise<T>): Promise<T> {
  for (let left = 3; ; left -= 1) {
    const before = await currentVersionsOf(db)
    const answer = await request()
    const after = await currentVersionsOf(db)
    expect(exceptSessions(atRest(after))).toEqual(exceptSessions(atRest(before)))
    if (left > 0 && !isDeepStrictEqual(before, after)) {
      await sleep((4 - left) * 400) // all retries of a delivery take 1.6 s
      continue
    }
    expect(after).toEqual(before)
    return answer
  }
}
