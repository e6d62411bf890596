// One connection to a database, as the migrator uses it.

import type { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'

export type Connection = {
  /** Executes one or more statements without parameters. */
  execute(sql: string): Promise<unknown>
  rows<T>(sql: string, values?: unknown[]): Promise<T[]>
}

export const connectionOfPglite = (db: PGlite): Connection => ({
  execute: sql => db.exec(sql),
  rows: async <T>(sql: string, values?: unknown[]) => (await db.query<T>(sql, values)).rows,
})

export const connectionOfClient = (client: pg.Client): Connection => ({
  execute: sql => client.query(sql),
  rows: async (sql, values) => (await client.query(sql, values)).rows,
})

/**
 * How long a statement of a migration waits for a lock. Statements of requests queue behind a migration that waits, so
 * this is the longest delay that a migration adds to a request before it gives up.
 */
export const lockTimeoutMs = 2_000

const lockNotAvailable = '55P03'

/** Runs `work` as one transaction. @throws Error when it had to wait for a lock for too long; then nothing has changed */
export async function inTransaction(
  connection: Connection,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  await connection.execute(`begin; set local lock_timeout = ${lockTimeoutMs}`)
  try {
    await work()
    await connection.execute('commit')
  } catch (error) {
    await connection.execute('rollback')
    if (codeOf(error) !== lockNotAvailable) throw error
    const seconds = lockTimeoutMs / 1000
    throw new Error(
      `${name} changed nothing: it waited ${seconds} s for a lock that another transaction holds. Run it again.`,
      { cause: error },
    )
  }
}

const codeOf = (error: unknown): unknown => {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  return code ?? cause?.code
}
