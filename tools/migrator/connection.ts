// The interface of the migrator to one connection of a database.

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
 * The maximum time that a statement of a migration waits for a lock. Statements of requests queue behind a migration that
 * waits, so this is the maximum delay that a waiting migration adds to a request.
 */
export const lockTimeoutMs = 2_000

const lockNotAvailable = '55P03'

/** Runs `work` as one transaction. @throws Error when it waited too long for a lock and was rolled back */
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
