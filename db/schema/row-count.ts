import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, sid } from '../columns.ts'

/** The tables whose rows are counted for each install. Of `exam`, those that are not deleted. */
export const countedTables = [
  'sts_token',
  'session_pair',
  'unscheduled_learner',
  'exam_session',
  'session_event',
  'users',
  'exam',
] as const

const counted = () => ({
  tableName: text({ enum: countedTables }).notNull(),
  /** Without a foreign key, whose check would lock the install's row at each insert. */
  installSid: sid('AI').notNull(),
})

/**
 * The numbers of rows of an install, without the changes of `row_count_change` that the cron has not added. No request
 * updates it, because all requests of an install would wait for its row.
 */
export const rowCount = pgTable(
  'row_count',
  { ...counted(), total: bigint({ mode: 'number' }).notNull() },
  table => [primaryKey({ columns: [table.tableName, table.installSid] })],
)

/**
 * The rows that a statement added to the count, or removed if negative. Triggers write it in the transaction of the statement, one row
 * for each period of tables with periods.
 */
export const rowCountChange = pgTable('row_count_change', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  ...counted(),
  change: integer().notNull(),
  /** Null for tables without periods. */
  periodStart: instant(),
})

/**
 * The numbers of rows of an install that were created in a period (`row_period`), without the changes that the cron has not
 * added: a deep page starts at the period that contains it. A trigger on `row_count_change` maintains it, so that it has
 * exactly the changes that the total has.
 */
export const rowCountPeriod = pgTable(
  'row_count_period',
  { ...counted(), periodStart: instant().notNull(), total: bigint({ mode: 'number' }).notNull() },
  table => [primaryKey({ columns: [table.tableName, table.installSid, table.periodStart] })],
)
