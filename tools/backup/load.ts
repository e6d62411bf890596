// Loads a dump into an empty database: the tables of its migration, its rows, then the migrations that it lacks.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { migrateOver } from '../migrator/migrate.ts'
import { readMigrations } from '../migrator/migrations.ts'
import type { Progress } from '../progress.ts'
import type { Copier } from './copier.ts'
import { type Contents, countOf, type Dump } from './dump.ts'
import { copyTarget, tableName, tablesOf } from './tables.ts'

/** The rows may be loaded, but the rest has failed. A second call with the same id completes it. */
export class UnfinishedLoad extends Error {}

/**
 * Loads the rows in one transaction: after a failure the database has tables without rows, and a second call loads them.
 * @param id names the load. A database that has its rows is not loaded again.
 * @throws Error when the database is not empty, or when a newer build made the dump
 * @throws UnfinishedLoad
 */
export async function loadDump(
  dump: Dump,
  database: Copier,
  schemaFolder: string,
  progress: Progress,
  id: string = randomUUID(),
): Promise<void> {
  requireKnown(dump, schemaFolder)
  const label = `Loaded by ${id}`
  if ((await labelOf(database)) !== label) await loadRows(dump, database, { schemaFolder, progress, label })
  try {
    await migrateOver(database, schemaFolder)
    await database.execute('analyze')
  } catch (error) {
    throw unfinished(error)
  }
}

type Loading = { schemaFolder: string; progress: Progress; label: string }

async function loadRows(dump: Dump, database: Copier, { schemaFolder, progress, label }: Loading) {
  await requireEmpty(database)
  await migrateOver(database, schemaFolder, { until: dump.migration })
  await requireSameTables(dump, database)
  await database.execute('set statement_timeout = 0')
  await database.execute('begin')
  try {
    await copyRows(dump, database, progress)
    await database.execute(`comment on table ${labelled} is '${label.replaceAll("'", "''")}'`)
  } catch (error) {
    await database.execute('rollback')
    throw error
  }
  await database.execute('commit').catch(error => {
    throw unfinished(error) // a lost connection does not show whether the transaction was committed
  })
}

const unfinished = (cause: unknown) =>
  new UnfinishedLoad(cause instanceof Error ? cause.message : String(cause), { cause })

/** The table whose comment names the load of the rows. */
const labelled = 'drizzle.__drizzle_migrations'

async function labelOf(database: Copier): Promise<string | null | undefined> {
  const [row] = await database.rows<{ label: string | null }>(
    `select obj_description(to_regclass('${labelled}'), 'pg_class') as label`,
  )
  return row?.label
}

function requireKnown({ migration }: Contents, schemaFolder: string): void {
  if (readMigrations(join(schemaFolder, 'migrations')).some(({ when }) => when === migration)) return
  throw new Error('Another build made the dump: restore it with that build, or with a newer one.')
}

async function requireEmpty(database: Copier): Promise<void> {
  const [found] = await database.rows<{ hasAccounts: boolean }>(
    `select to_regclass('public.account') is not null as "hasAccounts"`,
  )
  if (!found?.hasAccounts || (await countOf(database, { name: 'account', columns: [] })) === 0) return
  throw new Error('The database contains accounts, and was not changed. Use an empty database.')
}

async function requireSameTables(dump: Contents, database: Copier): Promise<void> {
  const [wanted, existing] = [dump.tables, await tablesOf(database)].map(tables =>
    tables.map(({ name, columns }) => `${name} (${columns.toSorted()})`).toSorted(),
  )
  const [newest] = await database.rows<{ at: string }>(
    'select max(created_at)::text as at from drizzle.__drizzle_migrations',
  )
  if (wanted?.join() === existing?.join() && Number(newest?.at) === dump.migration) return
  throw new Error('The database has other tables than the dump, and was not changed. Use an empty database.')
}

async function copyRows(dump: Dump, database: Copier, progress: Progress): Promise<void> {
  const names = dump.tables.map(tableName)
  // The triggers have run on the rows already: they write events and sessions.
  for (const name of names) await database.execute(`alter table ${name} disable trigger user`)
  await database.execute(`truncate ${names.join(', ')}`)
  for (const table of dump.tables) {
    const { name, columns, rows } = table
    if (rows > 0) await database.copyIn(copyTarget({ name, columns }), dump.rowsOf({ name, columns }))
    const loaded = await countOf(database, table)
    if (loaded !== rows) throw new Error(`${name}: ${loaded} rows instead of ${rows}.`)
    progress.advance(rows)
  }
  for (const [name, value] of Object.entries(dump.sequences))
    await database.rows(`select setval(format('public.%I', $1::text)::regclass, $2::bigint)`, [name, value])
  for (const name of names) await database.execute(`alter table ${name} enable trigger user`)
}

/** Counts the rows of a dump, for its progress. */
export const rowCount = ({ tables }: Contents): number => tables.reduce((sum, { rows }) => sum + rows, 0)
