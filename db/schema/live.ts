// The way of events to the subscribers of their topics (src/realtime).

import { bigint, boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, sid } from '../columns.ts'

/** Without a foreign key, whose check would lock the application's row at each event. */
const applicationSid = () => sid('AP').notNull()

/** A topic of captured changes to which a client has subscribed. Changes are published only on these. */
export const liveTopic = pgTable(
  'live_topic',
  {
    applicationSid: applicationSid(),
    topic: text().notNull(),
    createdDate: instant().notNull().defaultNow(),
    /** When an object with subscribers has last registered it. */
    renewedDate: instant().notNull().defaultNow(),
  },
  table => [primaryKey({ columns: [table.applicationSid, table.topic] }), index().on(table.renewedDate)],
)

/**
 * An event that is not published on its topics yet, or the erasure of one. The rows of an application are published in
 * the order of their numbers, and deleted then. Changes of one record have numbers in the order of their commits: the
 * lock of the record delays the later change until the earlier one is committed.
 */
export const liveEvent = pgTable(
  'live_event',
  {
    number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    applicationSid: applicationSid(),
    eventSid: sid('EV').notNull(),
    /** Whether the payload is removed from the history of the topics. */
    isErasure: boolean().notNull().default(false),
  },
  table => [index().on(table.applicationSid, table.number)],
)
