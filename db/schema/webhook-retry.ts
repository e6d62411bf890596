import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, sid } from '../columns.ts'
import { application } from './tenancy.ts'
import { type EventType, webhookEndpoint } from './webhook.ts'

/**
 * A request to send failed deliveries again. The scheduled work continues it in batches, in the order of the sids of the
 * deliveries (src/platform/webhooks/retries/sql.ts).
 */
export const webhookRetry = pgTable(
  'webhook_retry',
  {
    sid: sid('WR').primaryKey(),
    applicationSid: sid('AP')
      .notNull()
      .references(() => application.sid),
    /** The install to which the caller was bound; null: all installs. */
    installSid: sid('AI'),
    /** Only the deliveries to this endpoint, and of this type; null: all. */
    endpointSid: sid('WH').references(() => webhookEndpoint.sid),
    eventType: text().$type<EventType>(),
    /** Only the deliveries that were created in this time. */
    sinceDate: instant().notNull(),
    untilDate: instant().notNull(),
    /** The number of deliveries when it was requested, and of those that were made pending again. */
    matched: integer().notNull(),
    scheduled: integer().notNull().default(0),
    /** The sid of the last delivery of the batches so far, without its prefix: each delivery is in one batch. */
    position: uuid(),
    createdDate: instant().notNull().defaultNow(),
    finishedDate: instant(),
  },
  table => [
    index('webhook_retry_unfinished').on(table.createdDate).where(sql`${table.finishedDate} is null`),
    index('webhook_retry_finished').on(table.finishedDate),
    index().on(table.endpointSid),
  ],
)
