// A dump: all rows of a database at one moment, with the migration to which its tables belong.

import * as z from 'zod'
import type { Copier, Rows } from './copier.ts'
import { copyTarget, sequencesOf, type Table, tableName, tablesOf } from './tables.ts'

const DumpedTable = z.strictObject({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
})
type DumpedTable = z.output<typeof DumpedTable>

export const Contents = z.strictObject({
  /** The time (ms) of the newest migration that the database has. */
  migration: z.number(),
  /** Each after those that it references. */
  tables: z.array(DumpedTable),
  /** The last values of the sequences. */
  sequences: z.record(z.string(), z.string()),
})
export type Contents = z.output<typeof Contents>

export type Dump = Contents & { rowsOf(table: Table): Rows }

/**
 * Calls `use` with the rows of a database at one moment. The database may be in use: its transaction is read-only, and
 * blocks no other.
 * @throws Error when the database does not have the tables of this project
 */
export async function withDump<T>(database: Copier, use: (dump: Dump) => Promise<T>): Promise<T> {
  await database.execute('set statement_timeout = 0')
  await database.execute("set datestyle = 'ISO'")
  await database.execute('begin isolation level repeatable read read only')
  try {
    return await use({
      ...(await contentsOf(database)),
      rowsOf: table => database.copyOut(copyTarget(table)),
    })
  } finally {
    await database.execute('rollback')
  }
}

async function contentsOf(database: Copier): Promise<Contents> {
  const [found] = await database.rows<{ isOwn: boolean }>(
    `select to_regclass('public.exam_session') is not null and to_regclass('drizzle.__sql_set') is not null as "isOwn"`,
  )
  if (!found?.isOwn) throw new Error('The database has no tables of Invigil.')
  const [newest] = await database.rows<{ at: string | null }>(
    'select max(created_at)::text as at from drizzle.__drizzle_migrations',
  )
  const tables: DumpedTable[] = []
  for (const table of await tablesOf(database))
    tables.push({ ...table, rows: await countOf(database, table) })
  return { migration: Number(newest?.at ?? 0), tables, sequences: await sequencesOf(database) }
}

export async function countOf(database: Copier, table: Table): Promise<number> {
  const [row] = await database.rows<{ count: string }>(
    `select count(*)::text as count from ${tableName(table)}`,
  )
  return Number(row?.count ?? 0)
}
