import type pg from 'pg'
import { expect } from 'vitest'

type Expected = {
  count?: number
  /** A part of their statements. */
  called?: string
}

/** Returns the number of other connections to the database of the client that wait for locks. */
export async function waitingFor(client: pg.Client, called = ''): Promise<number> {
  // In a transaction, Postgres reads the activity once.
  await client.query('select pg_stat_clear_snapshot()')
  const { rowCount } = await client.query(
    `select from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%' || $1 || '%' and datname = current_database()`,
    [called],
  )
  return rowCount ?? 0
}

/** Resolves when this number of other connections to the database of the client wait for locks. */
export async function someWait(client: pg.Client, { count = 1, called = '' }: Expected = {}): Promise<void> {
  await expect.poll(() => waitingFor(client, called), { timeout: 20_000, interval: 20 }).toBe(count)
}
