// The rate-limited attempts of sign-in operations (src/shared/rate-limit.ts).

import { eq, type SQL, sql } from 'drizzle-orm'
import { batch, type Database, type Statement } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { throttle } from '../../../db/schema/operator.ts'
import { toProblem } from '../../shared/problems/failure.ts'
import type { ProblemCode } from '../../shared/problems/problem.ts'
import {
  argumentsOf,
  attemptBy,
  keyIn,
  keyOf,
  type Limit,
  type RateLimitAttempt,
  requireAttempt,
} from '../../shared/rate-limit.ts'
import { type Client, networkOf } from '../identity/client.ts'
import { limits } from './limits.ts'

/** Returns an attempt by the network of the client; none if the address is unknown. */
export const attemptFrom = ({ address }: Client, limit: Limit = limits.address): RateLimitAttempt[] =>
  address === null ? [] : [attemptBy(limit, networkOf(address))]

/** Counts the attempt if the limit allows it. Returns 0, or the seconds until the next attempt is allowed. */
export const countAttempt = (db: Database, attempt: RateLimitAttempt) =>
  db
    .select({ seconds: sql<number>`rate_limit_attempt(${argumentsOf(attempt, keyOf(attempt))})` })
    .from(noTable)

/** Counts the attempts. If a limit is exceeded, the batch is rolled back with the problem `too_many_attempts`. */
export const requireAttempts = (db: Database, attempts: readonly RateLimitAttempt[]) =>
  attempts.map(attempt => requireAttempt(db, attempt))

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

/**
 * Decides about counted attempts. Executes the statements that undo the count if the system cannot decide.
 * @param db that of the environment, for a request that may have an `Idempotency-Key`: the count is no effect of the request, so
 *   its key stays free. A replay sends nothing
 */
export async function undoUndecided<T>(
  db: Database,
  undo: readonly Statement[],
  decide: () => Promise<T>,
): Promise<T> {
  try {
    return await decide()
  } catch (error) {
    // A count that is not undone does not hide why.
    if (undecided.includes(toProblem(error).code)) await batch(db, { undo: [...undo] }).catch(() => {})
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
