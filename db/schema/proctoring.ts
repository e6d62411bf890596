// How appointments are proctored, who proctors them, and how attempts are reviewed. Each install has its own.

import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { dates, instant, sid } from '../columns.ts'
import { installSid } from './tenancy.ts'
import { user } from './user.ts'

export const reviewRules = ['none', 'required'] as const

/** A retired record is in use. New choices cannot name it. */
const retiredDate = () => instant()

/** A way to proctor an appointment. Configurations name it by its code. */
export const proctorType = pgTable(
  'proctor_type',
  {
    sid: sid('TS').primaryKey(),
    installSid: installSid(),
    code: text().notNull(),
    name: text().notNull(),
    live: boolean().notNull().default(false),
    review: text({ enum: reviewRules }).notNull().default('none'),
    roomScan: boolean().notNull().default(false),
    autoApprove: boolean().notNull().default(false),
    /** The maximum number of appointments at the same time; null means unlimited. */
    capacity: integer(),
    ...dates(),
    retiredDate: retiredDate(),
  },
  table => [
    uniqueIndex('proctor_type_code')
      .on(table.installSid, table.code)
      .where(sql`${table.retiredDate} is null`),
    index().on(table.installSid, table.createdDate, table.sid),
    check('proctor_type_review', sql`${table.review} in ('none', 'required')`),
    check('proctor_type_capacity', sql`${table.capacity} >= 0`),
  ],
)

/** A group of people who proctor appointments. */
export const proctorGroup = pgTable(
  'proctor_group',
  {
    sid: sid('PG').primaryKey(),
    installSid: installSid(),
    name: text().notNull(),
    /** As of a proctor type. */
    capacity: integer(),
    ...dates(),
    retiredDate: retiredDate(),
  },
  table => [
    index().on(table.installSid, table.createdDate, table.sid),
    check('proctor_group_capacity', sql`${table.capacity} >= 0`),
  ],
)

export const proctorGroupMember = pgTable(
  'proctor_group_member',
  {
    groupSid: sid('PG')
      .notNull()
      .references(() => proctorGroup.sid, { onDelete: 'cascade' }),
    userSid: sid('US')
      .notNull()
      .references(() => user.sid),
  },
  table => [primaryKey({ columns: [table.groupSid, table.userSid] }), index().on(table.userSid)],
)

/** How attempts are reviewed that require a review. */
export const reviewProcess = pgTable(
  'review_process',
  {
    sid: sid('RP').primaryKey(),
    installSid: installSid(),
    name: text().notNull(),
    hoursUntilDue: integer().notNull(),
    /** Whether a second person reviews an attempt. */
    secondReview: boolean().notNull().default(false),
    ...dates(),
    retiredDate: retiredDate(),
  },
  table => [
    index().on(table.installSid, table.createdDate, table.sid),
    check('review_process_hours_until_due', sql`${table.hoursUntilDue} > 0`),
  ],
)

/** What an exam sets for its sessions. A session has its copies from its last appointment, or from its end. */
export const proctoringOfExam = () => ({
  proctorGroupSid: sid('PG').references(() => proctorGroup.sid),
  reviewCompleteNotificationUrl: text(),
})

/** What scheduling sets on a session, with the columns of `proctoringOfExam`. */
export const proctoringOfSession = () => ({
  /** The sid of the proctor type. Locks of its row protect it, as a foreign key would. */
  proctorTypeSid: text(),
  schedulingModule: text(),
  workflowModule: text(),
  ...proctoringOfExam(),
  proctorReviewProcessSid: sid('RP').references(() => reviewProcess.sid),
  /** The actor of the first review, if the review process has a second. */
  firstReviewer: text(),
})

type SessionColumns = Record<
  | ('installSid' | 'sid' | 'status' | 'endedDate' | 'appointmentDate')
  | ('proctorTypeSid' | 'proctorGroupSid' | 'proctorReviewProcessSid'),
  AnyPgColumn
>

/** Whether an appointment takes place, or waits for its approval. It counts for the capacity of its type and its group. */
export const isBooked = ({ status, endedDate }: Pick<SessionColumns, 'status' | 'endedDate'>) =>
  sql`${status} in ('Pending Approval', 'Scheduled', 'Incident') and ${endedDate} is null`

/** The indexes on `proctoringOfSession`. */
export const proctoringIndexes = (table: SessionColumns) => [
  index('exam_session_by_type')
    .on(table.installSid, table.proctorTypeSid, table.appointmentDate, table.sid)
    .where(sql`${table.proctorTypeSid} is not null`)
    .concurrently(),
  index('exam_session_booked_by_type')
    .on(table.proctorTypeSid, table.appointmentDate)
    .where(isBooked(table))
    .concurrently(),
  index('exam_session_booked_by_group')
    .on(table.proctorGroupSid, table.appointmentDate)
    .where(isBooked(table))
    .concurrently(),
  index('exam_session_proctor_group')
    .on(table.proctorGroupSid)
    .where(sql`${table.proctorGroupSid} is not null`)
    .concurrently(),
  index('exam_session_review_process')
    .on(table.proctorReviewProcessSid)
    .where(sql`${table.proctorReviewProcessSid} is not null`)
    .concurrently(),
]
