// Turns are counted in the database, so that they hold across Workers; see 0021_throttle.sql.

import { createHash } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { type Database, type Statement, sendAll } from '../../../db/client.ts'
import { world } from '../../../db/guard.ts'
import { throttle } from '../../../db/schema/operator.ts'
import { toProblem } from '../../shared/http/failure.ts'
import { type Client, networkOf } from '../identity/client.ts'
import { type Limit, limits } from './limits.ts'

/** A turn at something that is limited, by whom or from where. */
type Turn = Limit & { key: string }

/** The key is a digest: what is counted names nobody. */
export const turnOf = (limit: Limit, who: string): Turn => ({
  ...limit,
  key: createHash('sha256').update(`${limit.name}\n${who}`).digest('hex'),
})

/** The turn of the address that a request came from; none where nobody says it. */
export const turnFrom = ({ address }: Client, limit: Limit = limits.address): Turn[] =>
  address === null ? [] : [turnOf(limit, networkOf(address))]

const argumentsOf = ({ most, seconds }: Limit, key: SQL): SQL =>
  sql`${key}, ${most}::integer, make_interval(secs => ${seconds})`

const keyOf = ({ key }: Turn): SQL => sql`${sql.param(key, throttle.key)}::bytea`

/** The key of `turnOf`, where it is known to the database alone by whom the turn is. */
const keyIn = ({ name }: Limit, who: SQL): SQL => sql`sha256(convert_to(${`${name}\n`} || ${who}, 'UTF8'))`

/** Unsent: takes the turn. The answer is 0, or the seconds until there is one. */
export const takeTurn = (db: Database, turn: Turn) =>
  db.select({ seconds: sql<number>`take_turn(${argumentsOf(turn, keyOf(turn))})` }).from(world)

/** Unsent, for a batch: takes the turns, or undoes the batch with the problem `too_many_attempts`. */
export const requireTurns = (db: Database, turns: readonly Turn[]) =>
  turns.map(turn => db.select({ taken: sql`require_turn(${argumentsOf(turn, keyOf(turn))})` }).from(world))

/** The same for `load`, under names that begin alike: spread it first, because it undoes the rest. */
export const turnsFirst = (
  db: Database,
  turns: readonly Turn[],
  name = 'turn',
): Record<`turn${string}`, Statement> =>
  Object.fromEntries(requireTurns(db, turns).map((taken, at) => [`${name}${at}`, taken]))

/** Unsent, for a batch: takes the turn of whoever has the id that `who` selects; no turn without a row. */
export const requireTurnOf = (db: Database, limit: Limit, who: SQL) =>
  db
    .select({ taken: sql`require_turn(${argumentsOf(limit, keyIn(limit, sql`who.id`))})` })
    .from(sql`(${who}) as who (id)`)

/** Unsent: the same without undoing anything. The answer is 0, or the seconds until there is a turn. */
export const takeTurnOf = (db: Database, limit: Limit, who: SQL) =>
  db
    .select({ seconds: sql<number>`take_turn(${argumentsOf(limit, keyIn(limit, sql`who.id`))})` })
    .from(sql`(${who}) as who (id)`)

/** Unsent: forgets what was counted, because who it was counted against has proved to be right. */
export const forgetTurns = (db: Database, turn: Turn) => db.delete(throttle).where(eq(throttle.key, turn.key))

/** Unsent: gives one turn back, of what turned out to be no failure. */
export const returnTurn = (db: Database, turn: Turn) =>
  db.select({ returned: sql`return_turn(${keyOf(turn)})` }).from(world)

/** Does what the turns were taken for; gives them back where it was too busy to be tried. */
export async function orReturnTurns<T>(
  db: Database,
  turns: readonly Turn[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (toProblem(error).code === 'too_busy')
      await sendAll(
        db,
        turns.map(turn => returnTurn(db, turn)),
      )
    throw error
  }
}
