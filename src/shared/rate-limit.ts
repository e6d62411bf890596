// Attempts at limited operations. They are counted in the database, so that the limits apply across Workers
// (db/sql/functions/rate_limit_attempt.sql).

import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { noTable } from '../../db/guard.ts'
import { throttle } from '../../db/schema/operator.ts'

/** At most `max` attempts in any window of `seconds`. */
export type Limit = { name: string; max: number; seconds: number }

/** An attempt at a limited operation, counted under a key. */
export type RateLimitAttempt = Limit & { key: string }

/**
 * Returns an attempt by an account, a user or another id. The stored key is a digest, so the table contains no personal
 * data.
 */
export const attemptBy = (limit: Limit, id: string): RateLimitAttempt => ({
  ...limit,
  key: createHash('sha256').update(`${limit.name}\n${id}`).digest('hex'),
})

export const keyOf = ({ key }: RateLimitAttempt): SQL => sql`${sql.param(key, throttle.key)}::bytea`

/** The key of `attemptBy` for an id that a query selects. */
export const keyIn = ({ name }: Limit, id: SQL): SQL =>
  sql`sha256(convert_to(${`${name}\n`} || ${id}, 'UTF8'))`

/** The arguments of the SQL functions that count an attempt. */
export const argumentsOf = ({ max, seconds }: Limit, key: SQL): SQL =>
  sql`${key}, ${max}::integer, make_interval(secs => ${seconds})`

/** Counts the attempt. If its limit is exceeded, the batch is rolled back with the problem `too_many_attempts`. */
export const requireAttempt = (db: Database, attempt: RateLimitAttempt) =>
  db
    .select({ taken: sql<string>`require_rate_limit_attempt(${argumentsOf(attempt, keyOf(attempt))})` })
    .from(noTable)
