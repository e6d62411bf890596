// Turns are counted in the database, so that they hold across Workers (db/sql/functions/rate_limit_attempt.sql).

import { createHash } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { type Database, type Statement, sendAll } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { throttle } from '../../../db/schema/operator.ts'
import { toProblem } from '../../shared/problems/failure.ts'
import { type Client, networkOf } from '../identity/client.ts'
import { type Limit, limits } from './limits.ts'

/** A turn at something that is limited, by whom or from where. */
type RateLimitAttempt = Limit & { key: string }

/** The key is a digest: what is counted names nobody. */
export const attemptBy = (limit: Limit, who: string): RateLimitAttempt => ({
  ...limit,
  key: createHash('sha256').update(`${limit.name}\n${who}`).digest('hex'),
})

/** The turn of the address that a request came from; none where nobody says it. */
export const attemptFrom = ({ address }: Client, limit: Limit = limits.address): RateLimitAttempt[] =>
  address === null ? [] : [attemptBy(limit, networkOf(address))]

const argumentsOf = ({ most, seconds }: Limit, key: SQL): SQL =>
  sql`${key}, ${most}::integer, make_interval(secs => ${seconds})`

const keyOf = ({ key }: RateLimitAttempt): SQL => sql`${sql.param(key, throttle.key)}::bytea`

/** The key of `attemptBy`, where it is known to the database alone by whom the turn is. */
const keyIn = ({ name }: Limit, who: SQL): SQL => sql`sha256(convert_to(${`${name}\n`} || ${who}, 'UTF8'))`

/** Unsent: takes the turn. The answer is 0, or the seconds until there is one. */
export const countAttempt = (db: Database, turn: RateLimitAttempt) =>
  db.select({ seconds: sql<number>`rate_limit_attempt(${argumentsOf(turn, keyOf(turn))})` }).from(noTable)

/** Unsent, for a batch: takes the turns, or undoes the batch with the problem `too_many_attempts`. */
export const requireAttempts = (db: Database, turns: readonly RateLimitAttempt[]) =>
  turns.map(turn =>
    db.select({ taken: sql`require_rate_limit_attempt(${argumentsOf(turn, keyOf(turn))})` }).from(noTable),
  )

/** The same for `load`, under names that begin alike: spread it first, because it undoes the rest. */
export const attemptsFirst = (
  db: Database,
  turns: readonly RateLimitAttempt[],
  name = 'turn',
): Record<`turn${string}`, Statement> =>
  Object.fromEntries(requireAttempts(db, turns).map((taken, at) => [`${name}${at}`, taken]))

/** Unsent, for a batch: takes the turn of whoever has the id that `who` selects; no turn without a row. */
export const requireAttemptOf = (db: Database, limit: Limit, who: SQL) =>
  db
    .select({ taken: sql`require_rate_limit_attempt(${argumentsOf(limit, keyIn(limit, sql`who.id`))})` })
    .from(sql`(${who}) as who (id)`)

/** Unsent: the same without undoing anything. The answer is 0, or the seconds until there is a turn. */
export const countAttemptOf = (db: Database, limit: Limit, who: SQL) =>
  db
    .select({ seconds: sql<number>`rate_limit_attempt(${argumentsOf(limit, keyIn(limit, sql`who.id`))})` })
    .from(sql`(${who}) as who (id)`)

/** Unsent: forgets what was counted, because who it was counted against has proved to be right. */
export const forgetAttempts = (db: Database, turn: RateLimitAttempt) =>
  db.delete(throttle).where(eq(throttle.key, turn.key))

/** Unsent: gives one turn back, of what turned out to be no failure. */
export const undoAttempt = (db: Database, turn: RateLimitAttempt) =>
  db.select({ returned: sql`return_rate_limit_attempt(${keyOf(turn)})` }).from(noTable)

/** Does what the turns were taken for; gives them back where it was too busy to be tried. */
export async function orUndoAttempts<T>(
  db: Database,
  turns: readonly RateLimitAttempt[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (toProblem(error).code === 'too_busy')
      await sendAll(
        db,
        turns.map(turn => undoAttempt(db, turn)),
      )
    throw error
  }
}
