import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { dates, instant, sid } from '../columns.ts'
import { installSid } from './tenancy.ts'

/** What learners may change of their appointments. Its rules are those of its newest version. */
export const cancellationPolicy = pgTable(
  'cancellation_policy',
  {
    sid: sid('CP').primaryKey(),
    installSid: installSid(),
    name: text().notNull(),
    /** When it was retired: sessions refer to it, and new appointments do not get it. */
    retiredDate: instant(),
    ...dates(),
  },
  table => [index().on(table.installSid, table.createdDate, table.sid)],
)

/** The rules of a policy from one change to the next. A version does not change. */
export const cancellationPolicyVersion = pgTable(
  'cancellation_policy_version',
  {
    sid: sid('CV').primaryKey(),
    policySid: sid('CP')
      .notNull()
      .references(() => cancellationPolicy.sid, { onDelete: 'cascade' }),
    version: integer().notNull(),
    leadTimeMinutes: integer().notNull(),
    /** Null without a limit. */
    maxReschedules: integer(),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [
    uniqueIndex().on(table.policySid, table.version),
    check('cancellation_policy_version_lead_time', sql`${table.leadTimeMinutes} >= 0`),
    check('cancellation_policy_version_reschedules', sql`${table.maxReschedules} >= 0`),
  ],
)
