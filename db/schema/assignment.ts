import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { dates, sid } from '../columns.ts'
import { enrollment, section } from './catalog.ts'
import { exam } from './exam.ts'
import { installSid } from './tenancy.ts'

/**
 * An assignment of an exam to some learners, with its own windows. The dates are calendar dates. The view
 * `effective_configuration` converts them to instants in the install's time zone, so that a change of the zone moves
 * them.
 */
export const assignment = pgTable(
  'assignment',
  {
    sid: sid('EA').primaryKey(),
    examSid: sid('EX')
      .notNull()
      .references(() => exam.sid),
    examOpenDate: date(),
    examCloseDate: date(),
    schedulingOpenDate: date(),
    schedulingCloseDate: date(),
    ...dates(),
  },
  table => [
    index().on(table.examSid, table.createdDate, table.sid),
    check('assignment_exam_dates', sql`${table.examOpenDate} <= ${table.examCloseDate}`),
    check('assignment_scheduling_dates', sql`${table.schedulingOpenDate} <= ${table.schedulingCloseDate}`),
  ],
)

const assignmentSid = () =>
  sid('EA')
    .notNull()
    .references(() => assignment.sid, { onDelete: 'cascade' })

export const assignmentEnrollment = pgTable(
  'assignment_enrollment',
  {
    assignmentSid: assignmentSid(),
    enrollmentSid: sid('EN')
      .notNull()
      .references(() => enrollment.sid),
  },
  table => [
    primaryKey({ columns: [table.assignmentSid, table.enrollmentSid] }),
    index().on(table.enrollmentSid),
  ],
)

export const assignmentSection = pgTable(
  'assignment_section',
  {
    assignmentSid: assignmentSid(),
    sectionSid: sid('SE')
      .notNull()
      .references(() => section.sid, { onDelete: 'cascade' }),
  },
  table => [primaryKey({ columns: [table.assignmentSid, table.sectionSid] }), index().on(table.sectionSid)],
)

/**
 * The exceptions of an enrollment to the primary configuration of an exam: the newest accommodation, the newest
 * assignment to the enrollment, and the newest assignment to one of its sections. Triggers update the row
 * (`refresh_adjustments`), so that reads do not sort all accommodations and assignments.
 */
export const adjustment = pgTable(
  'adjustment',
  {
    enrollmentSid: sid('EN')
      .notNull()
      .references(() => enrollment.sid),
    examSid: sid('EX')
      .notNull()
      .references(() => exam.sid),
    installSid: installSid(),
    accommodationSid: sid('EC'),
    assignmentSid: sid('EA'),
    sectionAssignmentSid: sid('EA'),
  },
  table => [
    primaryKey({ columns: [table.enrollmentSid, table.examSid] }),
    index().on(table.sectionAssignmentSid),
  ],
)
