// The rates of an application's operations, counted in the database (db/sql/functions/use_rate.sql).

import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { rate } from '../../../db/schema/webhook.ts'
import type { SidOf } from '../../../db/sid.ts'

/** A rate per minute. It is also the greatest burst, after a minute without calls. */
type Rate = { name: string; perMinute: number }

/** Test events. */
export const testRate: Rate = { name: 'webhook-test', perMinute: 30 }

/** Calls of recover. Each may create up to 10,000 messages. */
export const recoverRate: Rate = { name: 'webhook-recover', perMinute: 10 }

/** Published events. */
export const publishRate = (perMinute: number): Rate => ({ name: 'publish', perMinute })

/** The key of a rate: an application, or the one install to which the caller is bound. */
type RateKey = { applicationSid: SidOf<'AP'>; installSid: SidOf<'AI'> | null }

/**
 * Builds two statements for a batch that count one use of a rate. If the rate is exceeded, the batch is rolled back
 * with the problem `too_many_attempts`. Send `check` first, so that a refusal costs little, and `use` last, because it
 * locks the row that concurrent requests wait for.
 */
export function rateStatements(
  db: Database,
  { name, perMinute }: Rate,
  { applicationSid, installSid }: RateKey,
) {
  const key = createHash('sha256')
    .update(`${name}\n${installSid ?? applicationSid}`)
    .digest('hex')
  const args = sql`${sql.param(key, rate.key)}::bytea, ${perMinute}::integer`
  return {
    check: db.select({ free: sql`check_rate(${args})` }).from(noTable),
    use: db.select({ used: sql`use_rate(${args})` }).from(noTable),
  }
}
