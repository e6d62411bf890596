import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { dates, sid } from '../columns.ts'
import { enrollment, section } from './catalog.ts'
import { exam } from './exam.ts'

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
