// What an application may do so often, counted in the database (db/sql/functions/use_rate.sql).

import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { rate } from '../../../db/schema/webhook.ts'
import type { SidOf } from '../../../db/sid.ts'

/** At most so many a minute, and as many at once after a minute without any. */
type Rate = { name: string; perMinute: number }

/** Test events: somebody looks at what becomes of each. */
export const testRate: Rate = { name: 'webhook-test', perMinute: 30 }

/** Each may make up to 10,000 messages. */
export const recoverRate: Rate = { name: 'webhook-recover', perMinute: 10 }

/** Published events. */
export const publishRate = (perMinute: number): Rate => ({ name: 'publish', perMinute })

/** Who uses a rate: an application, or a caller that is bound to one install, which uses up nothing of the others. */
type Whose = { applicationSid: SidOf<'AP'>; installSid: SidOf<'AI'> | null }

/**
 * Unsent, for one batch, around its work: it uses the rate of the application once, or is undone with the problem
 * `too_many_attempts`. `check` stands first, so that a refusal costs little, and `use` last, because others wait from
 * there on.
 */
export function atRate(db: Database, { name, perMinute }: Rate, { applicationSid, installSid }: Whose) {
  const key = createHash('sha256')
    .update(`${name}\n${installSid ?? applicationSid}`)
    .digest('hex')
  const given = sql`${sql.param(key, rate.key)}::bytea, ${perMinute}::integer`
  return {
    check: db.select({ free: sql`check_rate(${given})` }).from(noTable),
    use: db.select({ used: sql`use_rate(${given})` }).from(noTable),
  }
}
