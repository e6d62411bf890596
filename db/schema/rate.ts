import { pgTable, timestamp } from 'drizzle-orm/pg-core'
import { digest } from '../columns.ts'

/** The used part of a rate of an application, or of an install's share of it. The key is a digest. See `use_rate`. */
export const rate = pgTable('rate', {
  key: digest().primaryKey(),
  /**
   * The time by which the requests so far would be made if they were spaced at the rate. The interval from now to this
   * time is used.
   */
  usedUntil: timestamp({ withTimezone: true }).notNull(),
})
