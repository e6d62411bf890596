// Turns are counted in the database, so that they hold across Workers; see 0021_throttle.sql.

import { createHash } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { world } from '../../../db/guard.ts'
import { throttle } from '../../../db/schema/operator.ts'
import { type Client, networkOf } from '../client.ts'
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

const argumentsOf = ({ key, most, seconds }: Turn): SQL =>
  sql`${sql.param(key, throttle.key)}::bytea, ${most}::integer, make_interval(secs => ${seconds})`

/** Unsent: the seconds until every turn may be taken; 0 when they may be now. Nothing is counted. */
export const waitFor = (db: Database, turns: readonly Turn[]) =>
  db
    .select({
      seconds: sql<number>`greatest(0, ${sql.join(
        turns.map(turn => sql`turn_wait(${argumentsOf(turn)})`),
        sql`, `,
      )})`,
    })
    .from(world)

/** Unsent: takes the turn. The answer is 0, or the seconds until there is one. */
export const takeTurn = (db: Database, turn: Turn) =>
  db.select({ seconds: sql<number>`take_turn(${argumentsOf(turn)})` }).from(world)

/** Unsent, for a batch: takes the turns, or undoes the batch with the problem `too_many_attempts`. */
export const requireTurns = (db: Database, turns: readonly Turn[]) =>
  turns.map(turn => db.select({ taken: sql`require_turn(${argumentsOf(turn)})` }).from(world))

/** Unsent: forgets what was counted, because who it was counted against has proved to be right. */
export const forgetTurns = (db: Database, turn: Turn) => db.delete(throttle).where(eq(throttle.key, turn.key))
