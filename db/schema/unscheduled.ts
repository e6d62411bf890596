import { bigint, index, pgTable } from 'drizzle-orm/pg-core'
import { instant, sid } from '../columns.ts'
import { installSid } from './tenancy.ts'
import { user } from './user.ts'

/**
 * The learners without an appointment for an assigned exam, as of the marks that have been applied. No request writes it,
 * so that requests do not wait for the rows of learners in several courses.
 */
export const unscheduledLearner = pgTable(
  'unscheduled_learner',
  {
    userSid: sid('US')
      .primaryKey()
      .references(() => user.sid, { onDelete: 'cascade' }),
    installSid: installSid(),
    /** Of the user: the order of the report. */
    createdDate: instant().notNull(),
    /** When the last of the windows of these exams is over; infinity for a window without an end. */
    unscheduledUntil: instant().notNull(),
  },
  table => [
    index().on(table.installSid, table.createdDate, table.userSid),
    index().on(table.unscheduledUntil),
  ],
)

/**
 * A change after which the rows of `unscheduled_learner` of one user, or of all learners of a course, may be out of date.
 * Triggers write it in the transaction of the change. A row of nulls stands for all learners of the database.
 */
export const unscheduledMark = pgTable('unscheduled_mark', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Without foreign keys, whose checks would lock the rows at each insert. */
  installSid: sid('AI'),
  courseSid: sid('CU'),
  userSid: sid('US'),
})
