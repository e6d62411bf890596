// The rates of an application's operations, counted in the database (db/sql/functions/use_rate.sql).

import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { rate } from '../../../db/schema/rate.ts'
import type { SidOf } from '../../../db/sid.ts'
import { shareOfInstall } from './share.ts'

/** A rate per minute. It is also the greatest burst, after a minute without calls. */
type Rate = { name: string; perMinute: number }

/** Test events. */
export const testRate: Rate = { name: 'webhook-test', perMinute: 30 }

/** Calls of recover. Each may create up to 10,000 messages. */
export const recoverRate: Rate = { name: 'webhook-recover', perMinute: 10 }

/** Retries of failed deliveries. Each counts them, and schedules up to 1,000. */
export const retryRate: Rate = { name: 'webhook-retry', perMinute: 30 }

/** Published events. */
export const publishRate = (perMinute: number): Rate => ({ name: 'publish', perMinute })

/** The caller of a limited operation: its application, and the one install to which it is bound. */
type RateCaller = { applicationSid: SidOf<'AP'>; installSid: SidOf<'AI'> | null }

/**
 * The rates under which a call counts: that of the application, and before it a share of it for the install of a bound
 * caller. Thus one install does not use up the rate of others, and all installs together use the rate once. The order
 * is the order of row locks: the row that all callers share is locked last, and no call locks two installs.
 */
const ratesOf = ({ name, perMinute }: Rate, { applicationSid, installSid }: RateCaller) => [
  ...(installSid === null ? [] : [{ id: `${name}\n${installSid}`, perMinute: shareOfInstall(perMinute) }]),
  { id: `${name}\n${applicationSid}`, perMinute },
]

/**
 * Builds statements for a batch that count one use of a rate. If the rate is exceeded, the batch is rolled back with
 * the problem `too_many_attempts`. Send `check` first, so that a refusal costs little, and `use` last, because it locks
 * the rows that concurrent requests wait for.
 */
export function rateStatements(db: Database, rateOfOperation: Rate, caller: RateCaller) {
  const calls = ratesOf(rateOfOperation, caller).map(({ id, perMinute }) => {
    const key = createHash('sha256').update(id).digest('hex')
    return sql`${sql.param(key, rate.key)}::bytea, ${perMinute}::integer`
  })
  return {
    check: calls.map(args => db.select({ free: sql`check_rate(${args})` }).from(noTable)),
    use: calls.map(args => db.select({ used: sql`use_rate(${args})` }).from(noTable)),
  }
}
