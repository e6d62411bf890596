// Attempts are counted in the database, so that the limits apply across Workers
// (db/sql/functions/rate_limit_attempt.sql).

import { createHash } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { batch, type Database, type Statement } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { throttle } from '../../../db/schema/operator.ts'
import { toProblem } from '../../shared/problems/failure.ts'
import type { ProblemCode } from '../../shared/problems/problem.ts'
import { type Client, networkOf } from '../identity/client.ts'
import { type Limit, limits } from './limits.ts'

/** An attempt at a limited operation, counted under a key. */
type RateLimitAttempt = Limit & { key: string }

/**
 * Returns an attempt by an account or another id. The stored key is a digest, so the table contains no personal data.
 */
export const attemptBy = (limit: Limit, id: string): RateLimitAttempt => ({
  ...limit,
  key: createHash('sha256').update(`${limit.name}\n${id}`).digest('hex'),
})

/** Returns an attempt by the network of the client; none if the address is unknown. */
export const attemptFrom = ({ address }: Client, limit: Limit = limits.address): RateLimitAttempt[] =>
  address === null ? [] : [attemptBy(limit, networkOf(address))]

const argumentsOf = ({ max, seconds }: Limit, key: SQL): SQL =>
  sql`${key}, ${max}::integer, make_interval(secs => ${seconds})`

const keyOf = ({ key }: RateLimitAttempt): SQL => sql`${sql.param(key, throttle.key)}::bytea`

/** The key of `attemptBy` for an id that a query selects. */
const keyIn = ({ name }: Limit, id: SQL): SQL => sql`sha256(convert_to(${`${name}\n`} || ${id}, 'UTF8'))`

/** Counts the attempt if the limit allows it. Returns 0, or the seconds until the next attempt is allowed. */
export const countAttempt = (db: Database, attempt: RateLimitAttempt) =>
  db
    .select({ seconds: sql<number>`rate_limit_attempt(${argumentsOf(attempt, keyOf(attempt))})` })
    .from(noTable)

/** Counts the attempts. If a limit is exceeded, the batch is rolled back with the problem `too_many_attempts`. */
export const requireAttempts = (db: Database, attempts: readonly RateLimitAttempt[]) =>
  attempts.map(attempt =>
    db
      .select({ taken: sql`require_rate_limit_attempt(${argumentsOf(attempt, keyOf(attempt))})` })
      .from(noTable),
  )

/**
 * Counts an attempt of the id that the query `who` selects, or rolls the batch back with `too_many_attempts`. Counts
 * nothing if the query returns no row.
 */
export const requireAttemptOf = (db: Database, limit: Limit, who: SQL) =>
  db
    .select({ taken: sql`require_rate_limit_attempt(${argumentsOf(limit, keyIn(limit, sql`who.id`))})` })
    .from(sql`(${who}) as who (id)`)

/** Like `requireAttemptOf` without rollback: returns 0, or the seconds until the next attempt is allowed. */
export const countAttemptOf = (db: Database, limit: Limit, who: SQL) =>
  db
    .select({ seconds: sql<number>`rate_limit_attempt(${argumentsOf(limit, keyIn(limit, sql`who.id`))})` })
    .from(sql`(${who}) as who (id)`)

/** Deletes the counted attempts of a key, after a successful attempt. */
export const forgetAttempts = (db: Database, attempt: RateLimitAttempt) =>
  db.delete(throttle).where(eq(throttle.key, attempt.key))

/** Removes one counted attempt that did not fail. */
export const undoAttempt = (db: Database, attempt: RateLimitAttempt) =>
  db.select({ returned: sql`return_rate_limit_attempt(${keyOf(attempt)})` }).from(noTable)

/** The problems of the system that prevent a decision about an attempt. */
const undecided: readonly ProblemCode[] = ['too_busy', 'sealing_key_mismatch']

/** Decides about counted attempts. Executes the statements that undo the count if the system cannot decide. */
export async function undoUndecided<T>(
  db: Database,
  undo: readonly Statement[],
  decide: () => Promise<T>,
): Promise<T> {
  try {
    return await decide()
  } catch (error) {
    if (undecided.includes(toProblem(error).code)) await batch(db, { undo: [...undo] })
    throw error
  }
}

/** Decides about counted attempts. Removes the attempts from the count if the system cannot decide. */
export const undoUndecidedAttempts = <T>(
  db: Database,
  attempts: readonly RateLimitAttempt[],
  decide: () => Promise<T>,
): Promise<T> =>
  undoUndecided(
    db,
    attempts.map(attempt => undoAttempt(db, attempt)),
    decide,
  )
