import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant, sid } from '../columns.ts'
import { webhookEndpoint } from './webhook.ts'

/**
 * How far the recovery of an endpoint has examined the events of its application, in the order of their dates and sids. The
 * scheduled work continues it in batches. The last batch deletes the row (src/platform/webhooks/recoveries/sql.ts).
 */
export const webhookRecovery = pgTable('webhook_recovery', {
  endpointSid: sid('WH')
    .primaryKey()
    .references(() => webhookEndpoint.sid),
  /** The date and the sid, without its prefix, of the last event; at first the start of the recovery and a sid before all others. */
  eventDate: instant().notNull(),
  position: uuid().notNull().default('00000000-0000-0000-0000-000000000000'),
  /** When its last batch was examined. The recovery that waits longest is continued first. */
  continuedDate: instant().notNull().defaultNow(),
})
