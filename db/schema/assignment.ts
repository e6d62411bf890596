import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { dates, sid } from '../columns.ts'
import { enrollment, section } from './catalog.ts'
import { exam } from './exam.ts'
import { installSid } from './tenancy.ts'

/**
 * An exam given to some learners, with windows of their own. The dates are calendar dates; the instants are derived in
 * the install's zone where they are read, so that a change of the zone moves them (the view `effective_configuration`).
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
 * What is said of one enrollment beside an exam's primary configuration: the newest accommodation, the newest assignment
 * to the enrollment, and the newest to one of its sections. Triggers keep it (`refresh_adjustments`), for readers
 * that would have to sort all that was ever said.
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
