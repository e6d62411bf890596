import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, sid } from '../columns.ts'
import { operator } from './operator.ts'
import { webhookEndpoint } from './webhook.ts'

export const noticeKinds = ['deactivated', 'activated'] as const

/**
 * A mail to an operator about an endpoint that failed for days, or that is active again. It is inserted with the change of the
 * endpoint, so each operator gets one for each change.
 */
export const webhookNotice = pgTable(
  'webhook_notice',
  {
    sid: sid('WN').primaryKey(),
    endpointSid: sid('WH')
      .notNull()
      .references(() => webhookEndpoint.sid),
    operatorSid: sid('OP')
      .notNull()
      .references(() => operator.sid, { onDelete: 'cascade' }),
    kind: text({ enum: noticeKinds }).notNull(),
    attempts: integer().notNull().default(0),
    /** When it is sent, or sent again. */
    dueDate: instant().notNull().defaultNow(),
    createdDate: instant().notNull().defaultNow(),
    /** When it was sent or given up. */
    finishedDate: instant(),
  },
  table => [
    index('webhook_notice_due').on(table.dueDate).where(sql`${table.finishedDate} is null`),
    index('webhook_notice_finished').on(table.finishedDate),
    index().on(table.endpointSid),
    index().on(table.operatorSid),
  ],
)
