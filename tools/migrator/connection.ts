// The interface of the migrator to one connection of a database.

import { setTimeout as sleep } from 'node:timers/promises'
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
const deadlockDetected = '40P01'

/** The maximum number of repetitions of a transaction that Postgres ended because of a deadlock with requests. */
const maxRetries = 3
const maxDelayMs = 500

/**
 * Runs `work` as one transaction. Repeats it after a deadlock, each time after a random delay, so that it does not meet
 * the same request again.
 * @throws Error when it waited too long for a lock, or deadlocked each time, and was rolled back
 */
export async function inTransaction(
  connection: Connection,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  for (let retries = 0; ; retries++) {
    try {
      await attempt(connection, work)
      return
    } catch (error) {
      const code = codeOf(error)
      if (code === deadlockDetected && retries < maxRetries) {
        await sleep(Math.random() * maxDelayMs)
        continue
      }
      const reason = reasons[String(code)]
      if (!reason) throw error
      throw new Error(`${name} changed nothing: ${reason}. Run it again.`, { cause: error })
    }
  }
}

const reasons: Record<string, string | undefined> = {
  [lockNotAvailable]: `it waited ${lockTimeoutMs / 1000} s for a lock that another transaction holds`,
  [deadlockDetected]: `it deadlocked with other transactions ${maxRetries + 1} times`,
}

/** Runs `work` in a transaction, and rolls back when it fails. */
async function attempt(connection: Connection, work: () => Promise<void>): Promise<void> {
  await connection.execute(`begin; set local lock_timeout = ${lockTimeoutMs}`)
  try {
    await work()
    await connection.execute('commit')
  } catch (error) {
    await connection.execute('rollback')
    throw error
  }
}

const codeOf = (error: unknown): unknown => {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  return code ?? cause?.code
}
