// Migrates a database to the schema of a folder: first its migrations, then its functions, views and triggers.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { connectionFault } from '../neon/connection-fault.ts'
import { adoptBaseline } from './adopt.ts'
import { applySqlSet } from './apply-sql-set.ts'
import { type Connection, connectionOfClient, connectionOfPglite } from './connection.ts'
import { applyMigration, pendingOf, readMigrations } from './migrations.ts'
import { readSqlSet } from './sql-set.ts'

const advisoryLock = 7_470_915_223 // any number, the same for every process that migrates
const pollMs = 100

/** Runs before a database is changed. @throws Error when it must not be changed */
export type DatabaseCheck = (connection: Connection) => Promise<void>

/** Receives the number of the migrations to apply, and the name of each when it starts. */
export type MigrationReport = { extend(count: number): void; step(name: string): void }

const silent: MigrationReport = { extend: () => {}, step: () => {} }

const accept: DatabaseCheck = () => Promise.resolve()

/** Migrates an open PGlite database to the schema of the folder. */
export async function migratePglite(
  db: PGlite,
  schemaFolder: string,
  check: DatabaseCheck = accept,
  report: MigrationReport = silent,
): Promise<void> {
  await migrateOver(connectionOfPglite(db), schemaFolder, { check, report })
}

const connectTimeoutMs = 10_000

/** Migrates the database at `url` to the schema of the folder. Of several processes, one migrates and the others wait. */
export async function migrateUrl(
  url: string,
  schemaFolder: string,
  check: DatabaseCheck = accept,
  report: MigrationReport = silent,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs })
  await client.connect().catch(error => {
    throw connectionFault(error, url)
  })
  try {
    const connection = connectionOfClient(client)
    await lock(connection)
    await migrateOver(connection, schemaFolder, { check, report })
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

/** @throws Error when the schema `public` has tables, but this project did not create them */
async function requireOwnTables(connection: Connection): Promise<void> {
  const [found] = await connection.rows<{ tables: number; isOwn: boolean }>(
    `select count(*)::integer as tables, to_regclass('drizzle.__sql_set') is not null
      or to_regclass('public.exam_session') is not null as "isOwn"
      from pg_tables where schemaname = 'public'`,
  )
  if (!found || found.isOwn || found.tables === 0) return
  throw new Error(
    `The database contains ${found.tables} tables of something else, and was not changed. Use an empty database.`,
  )
}

const bookkeeping = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  create table if not exists drizzle.__sql_set (hash text not null, written_at bigint not null, objects jsonb not null)`

type MigrateOptions = {
  check?: DatabaseCheck
  report?: MigrationReport
  /** The time of the last migration to apply. The functions, views and triggers are not applied then. */
  until?: number
}

/** Migrates over an open connection, without the lock of `migrateUrl`. The connection must be the only one that migrates. */
export async function migrateOver(
  connection: Connection,
  schemaFolder: string,
  { check = accept, report = silent, until }: MigrateOptions = {},
): Promise<void> {
  await requireOwnTables(connection)
  await check(connection)
  const migrations = readMigrations(join(schemaFolder, 'migrations')).filter(
    ({ when }) => until === undefined || when <= until,
  )
  const set = readSqlSet(join(schemaFolder, 'sql'))
  await connection.execute('set statement_timeout = 0') // the timeout of the role is for requests
  await connection.execute(bookkeeping)
  await adoptBaseline(connection, migrations)
  const pending = await pendingOf(connection, migrations)
  report.extend(pending.length)
  for (const migration of pending) {
    report.step(migration.tag)
    await applyMigration(connection, migration)
  }
  if (until === undefined) await applySqlSet(connection, set)
  await connection.execute('reset statement_timeout')
}
