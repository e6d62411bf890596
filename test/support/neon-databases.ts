import { PGlite } from '@electric-sql/pglite'
import { NeonDbError, neon, neonConfig } from '@neondatabase/serverless'
import { drizzle } from 'drizzle-orm/neon-http'
import { bigint, integer, jsonb, numeric, pgTable, serial, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Backend } from '../../tools/neon/backend.ts'
import { type NeonEndpoint, startNeonEndpoint } from '../../tools/neon/neon-endpoint.ts'
import { pgliteBackend } from '../../tools/neon/pglite.ts'
import { postgresBackend } from '../../tools/neon/postgres.ts'
import { startTestPostgres } from './postgres.ts'
import { rounds } from './rounds.ts'

/** A password that Neon's driver requires; the local endpoint ignores it. */
export const connectionString = 'postgres://user:password@ep-local.example.com/db'

const tables = `
  create table account (id serial primary key, email text not null constraint account_email_key unique, age int);
  create table item (id uuid primary key default gen_random_uuid(), name text, at timestamptz, price numeric, big int8, tags text[], data jsonb, n int);
  create function guard(ok boolean, problem text) returns void language plpgsql as $$
    begin
      if not ok then
        raise exception 'refused: %', problem using errcode = 'IN001', constraint = problem, detail = 'the why', hint = 'the way out';
      end if;
    end $$;`

/** The table with a column of every type, for drizzle. */
export const item = pgTable('item', {
  id: uuid().primaryKey().defaultRandom(),
  name: text(),
  at: timestamp({ withTimezone: true }),
  price: numeric(),
  big: bigint({ mode: 'bigint' }),
  tags: text().array(),
  data: jsonb(),
  n: integer(),
})

/** The table with constraints, for drizzle. */
export const account = pgTable('account', {
  id: serial().primaryKey(),
  email: text().notNull(),
  age: integer(),
})

const databases = {
  async PGlite() {
    return pgliteBackend(await PGlite.create())
  },
  async Postgres() {
    const server = await startTestPostgres()
    const backend = postgresBackend(server.url)
    async function close() {
      await backend.close()
      await server.stop()
    }
    return { ...backend, close }
  },
}

type DatabaseKind = keyof typeof databases

/** The databases that must all respond alike behind the endpoint; PGlite in `npm run test:all`, as it takes seconds to start. */
export const databaseKinds = rounds<DatabaseKind[]>({ quick: ['Postgres'], all: ['PGlite', 'Postgres'] })

/** Neon's driver without the fetch that a stack of this fork set, which is restored after the calling file. */
export function ownNeonDriver() {
  let stacks: Pick<typeof neonConfig, 'fetchEndpoint' | 'fetchFunction'>
  beforeAll(() => {
    stacks = { fetchEndpoint: neonConfig.fetchEndpoint, fetchFunction: neonConfig.fetchFunction }
    neonConfig.fetchFunction = undefined
  })
  afterAll(() => {
    Object.assign(neonConfig, stacks)
  })
}

/** Neon's driver on a database of the kind, started and stopped by hooks of the calling `describe`, empty before each test. */
export function neonDatabase(kind: DatabaseKind) {
  let backend: Backend
  let endpoint: NeonEndpoint
  const sql = neon(connectionString)
  const db = drizzle({ client: sql }) // creating it makes the driver return dates and intervals as text everywhere

  beforeAll(async () => {
    backend = await databases[kind]()
    endpoint = await startNeonEndpoint(backend)
    neonConfig.fetchEndpoint = endpoint.url
    for (const statement of tables.split(/;\n(?= {2}create)/)) await sql.query(statement)
  })

  afterAll(async () => {
    await endpoint.close()
    await backend.close()
  })

  beforeEach(() => sql`truncate account, item`)

  return { sql, db, endpoint: () => endpoint }
}

/** The error that the driver throws. */
export async function problemOf(refused: Promise<unknown>) {
  const error = await refused.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (!(error instanceof NeonDbError)) throw new Error('expected a NeonDbError', { cause: error })
  return error
}
