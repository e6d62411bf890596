// Migrates a database to the schema of a folder: first its migrations, then its functions, views and triggers.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { adoptBaseline } from './adopt.ts'
import { applySqlSet } from './apply-sql-set.ts'
import { type Connection, connectionOfClient, connectionOfPglite } from './connection.ts'
import { applyMigration, pendingOf, readMigrations } from './migrations.ts'
import { readSqlSet } from './sql-set.ts'

const advisoryLock = 7_470_915_223 // any number, the same for every process that migrates
const pollMs = 100

/** Migrates an open PGlite database to the schema of the folder. */
export async function migratePglite(db: PGlite, schemaFolder: string): Promise<void> {
  await migrate(connectionOfPglite(db), schemaFolder)
}

/** Migrates the database at `url` to the schema of the folder. Of several processes, one migrates and the others wait. */
export async function migrateUrl(url: string, schemaFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const connection = connectionOfClient(client)
    await lock(connection)
    await migrate(connection, schemaFolder)
  } finally {
    await client.end() // releases the lock
  }
}

// Polls, because CREATE INDEX CONCURRENTLY waits for all statements in progress, including one that waits for the lock.
async function lock(connection: Connection): Promise<void> {
  for (;;) {
    const [row] = await connection.rows<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      advisoryLock,
    ])
    if (row?.locked) return
    await sleep(pollMs)
  }
}

const bookkeeping = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  create table if not exists drizzle.__sql_set (hash text not null, written_at bigint not null, objects jsonb not null)`

async function migrate(connection: Connection, schemaFolder: string): Promise<void> {
  const migrations = readMigrations(join(schemaFolder, 'migrations'))
  const set = readSqlSet(join(schemaFolder, 'sql'))
  await connection.execute('set statement_timeout = 0') // the timeout of the role is for requests
  await connection.execute(bookkeeping)
  await adoptBaseline(connection, migrations)
  for (const migration of await pendingOf(connection, migrations)) await applyMigration(connection, migration)
  await applySqlSet(connection, set)
  await connection.execute('reset statement_timeout')
}
