// The migrations of a folder that drizzle-kit writes. They are recorded in the journal table of drizzle.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Connection, inTransaction } from './connection.ts'

/** `when` is the time in ms by which a database identifies the migration. */
export type Migration = { tag: string; when: number; hash: string; statements: string[] }

export function readMigrations(folder: string): Migration[] {
  const journal: { entries: { tag: string; when: number }[] } = JSON.parse(
    readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'),
  )
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8')
    return {
      tag,
      when,
      hash: createHash('sha256').update(text).digest('hex'),
      statements: text.split('--> statement-breakpoint'),
    }
  })
}

/** The migrations that the database has not recorded, in order. */
export async function pendingOf(connection: Connection, migrations: Migration[]): Promise<Migration[]> {
  const [row] = await connection.rows<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  )
  return migrations.filter(({ when }) => when > Number(row?.newest ?? 0))
}

/** Records a migration as applied. */
export const record = (connection: Connection, { hash, when }: Migration): Promise<unknown[]> =>
  connection.rows('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when])

/**
 * Applies a migration in its own transaction. Postgres refuses CONCURRENTLY in a transaction, so a migration with it has
 * only such statements, and each is executed separately. After a failure all of them are applied again.
 */
export async function applyMigration(connection: Connection, migration: Migration): Promise<void> {
  const { tag, statements } = migration
  const concurrent = statements.filter(isConcurrent).length
  if (concurrent === 0) {
    await inTransaction(connection, tag, async () => {
      for (const statement of statements) await connection.execute(statement)
      await record(connection, migration)
    })
    return
  }
  if (concurrent < statements.length)
    throw new Error(`${tag} mixes CONCURRENTLY with other statements: split it into two migrations.`)
  for (const statement of statements) await connection.execute(statement)
  await record(connection, migration)
}

const isConcurrent = (statement: string): boolean =>
  /^\s*(?:create (?:unique )?index|drop index|reindex \w+) concurrently\b/i.test(
    statement.replaceAll(/--.*$/gm, ''),
  )
