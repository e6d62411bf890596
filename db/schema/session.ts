import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { dates, instant, sid } from '../columns.ts'
import type { SidOf } from '../sid.ts'
import { cancellationPolicyVersion } from './cancellation.ts'
import { courseSid, enrollment } from './catalog.ts'
import { exam, instructorProctor } from './exam.ts'
import { proctoringIndexes, proctoringOfSession } from './proctoring.ts'
import { sessionDetails } from './session-details.ts'
import { queueIndexes } from './session-queue.ts'
import { installSid } from './tenancy.ts'
import { user } from './user.ts'

export const sessionStatuses = [
  'Needs Proctor',
  'Pending Approval',
  'Approval Denied',
  'Scheduled',
  'Incident',
  'Closed',
  'Processing',
] as const

/** The columns that identify the learner and the exam of a row. */
export const learnerAndExamColumns = () => ({
  installSid: installSid(),
  courseSid: courseSid(),
  examSid: sid('EX')
    .notNull()
    .references(() => exam.sid),
  enrollmentSid: sid('EN')
    .notNull()
    .references(() => enrollment.sid),
  userSid: sid('US')
    .notNull()
    .references(() => user.sid),
})

type LearnerAndExam = {
  installSid: SidOf<'AI'>
  courseSid: SidOf<'CU'>
  examSid: SidOf<'EX'>
  enrollmentSid: SidOf<'EN'>
  userSid: SidOf<'US'>
}

/** Returns the learner and the exam of a session, for a row that belongs to it. */
export const learnerAndExamOf = ({
  installSid,
  courseSid,
  examSid,
  enrollmentSid,
  userSid,
}: LearnerAndExam): LearnerAndExam => ({
  installSid,
  courseSid,
  examSid,
  enrollmentSid,
  userSid,
})

/** The statuses of sessions that have an appointment or had one. */
export const appointedStatuses = ['Scheduled', 'Processing', 'Incident', 'Closed'] as const

/** Whether the attempt is ahead or running. A learner has at most one such attempt at an exam. */
export const isActiveAttempt = ({ status, endedDate }: { status: AnyPgColumn; endedDate: AnyPgColumn }) =>
  sql`${status} in ('Needs Proctor', 'Pending Approval', 'Approval Denied', 'Scheduled') or (${status} = 'Incident' and ${endedDate} is null)`

/**
 * An attempt of a learner at an exam. A running session has the status `Scheduled` or `Incident`, an `inProgressDate` and
 * no `endedDate`. A cancelled session has the status `Closed` and a `cancelledDate`.
 */
export const examSession = pgTable(
  'exam_session',
  {
    sid: sid('ES').primaryKey(),
    ...learnerAndExamColumns(),
    status: text({ enum: sessionStatuses }).notNull().default('Needs Proctor'),
    statusReason: text(),
    accessKey: text().notNull(),
    sessionType: text(),
    ...proctoringOfSession(),
    instructorProctorSid: sid('IP').references(() => instructorProctor.sid, { onDelete: 'set null' }),
    /** Minutes: the effective duration when the session was created or scheduled. */
    duration: integer(),
    appointmentDate: instant(),
    appointmentEndDate: instant(),
    dateApproved: instant(),
    dateScheduled: instant(),
    inProgressDate: instant(),
    /** The end of the attempt. A trigger sets it for builds that do not (`set_ended_date`). */
    endedDate: instant(),
    cancelledDate: instant(),
    ...sessionDetails(),
    sessionReportCount: integer().notNull().default(0),
    reviewRequired: boolean().notNull().default(false),
    mandatoryRoomScanVideo: boolean().notNull().default(false),
    reviewed: boolean().notNull().default(false),
    reviewByDate: instant(),
    reviewByUserSid: sid('US').references(() => user.sid),
    reviewCompletedDate: instant(),
    auditStatus: text(),
    notes: text(),
    /** The first session of a chain in which each replaces a cancelled one; null for a single session. */
    series: sid('ES'),
    ...dates(),
  },
  table => [
    uniqueIndex('exam_session_active')
      .on(table.enrollmentSid, table.examSid)
      .where(isActiveAttempt(table))
      .concurrently(),
    // The attempts that count for nothing. Few of all sessions.
    index('exam_session_void_of_install')
      .on(table.installSid, table.sid)
      .where(sql`${table.cancelledDate} is not null and ${table.statusReason} = 'void'`)
      .concurrently(),
    index('exam_session_reviewer')
      .on(table.reviewByUserSid)
      .where(sql`${table.reviewByUserSid} is not null`)
      .concurrently(),
    index().on(table.enrollmentSid, table.examSid, table.createdDate, table.sid),
    index().on(table.examSid, table.createdDate, table.sid),
    index('exam_session_appointment')
      .on(table.installSid, table.appointmentDate, table.courseSid)
      .where(
        sql`${table.cancelledDate} is null and ${table.appointmentDate} is not null and ${table.status} in ('Scheduled', 'Processing', 'Incident', 'Closed')`,
      ),
    // The sessions that proctors attend to: in progress, or in review. Few of all sessions.
    index('exam_session_attended')
      .on(table.installSid, table.appointmentDate)
      .where(
        sql`${table.status} in ('Processing', 'Incident') or (${table.status} = 'Scheduled' and ${table.inProgressDate} is not null)`,
      )
      .concurrently(),
    ...queueIndexes(table),
    index('exam_session_running')
      .on(table.installSid, table.appointmentDate, table.sid)
      .where(
        sql`${table.status} in ('Scheduled', 'Incident') and ${table.inProgressDate} is not null and ${table.endedDate} is null`,
      )
      .concurrently(),
    // What the time sweep reads (src/proctoring/sessions/clock).
    index('exam_session_expected')
      .on(table.appointmentEndDate)
      .where(sql`${table.status} in ('Scheduled', 'Incident') and ${table.endedDate} is null`)
      .concurrently(),
    index('exam_session_waiting')
      .on(table.examSid)
      .where(sql`${table.status} in ('Needs Proctor', 'Pending Approval', 'Approval Denied')`)
      .concurrently(),
    index('exam_session_review_due')
      .on(table.reviewByDate)
      .where(sql`${table.status} = 'Processing' and ${table.auditStatus} is distinct from 'Overdue'`)
      .concurrently(),
    index('exam_session_reserved')
      .on(table.externalReservedAppointmentExpires)
      .where(
        sql`${table.externalReservedAppointmentExpires} is not null and ${table.status} not in ('Closed', 'Processing') and ${table.endedDate} is null`,
      )
      .concurrently(),
    index().on(table.cancellationPolicyVersionSid).concurrently(),
    foreignKey({
      name: 'exam_session_cancellation_policy_version',
      columns: [table.cancellationPolicyVersionSid],
      foreignColumns: [cancellationPolicyVersion.sid],
    }),
    ...proctoringIndexes(table),
    index().on(table.instructorProctorSid),
    index().on(table.courseSid),
    index().on(table.userSid),
    check(
      'exam_session_status',
      sql`${table.status} in ('Needs Proctor', 'Pending Approval', 'Approval Denied', 'Scheduled', 'Incident', 'Closed', 'Processing')`,
    ),
  ],
)

/**
 * The sessions of a learner for an exam: the current session and a summary of the others. The current session is the
 * newest that is not cancelled, or else the newest. Triggers update the row (`refresh_session_pairs`), so that reports
 * do not sort all sessions.
 */
export const sessionPair = pgTable(
  'session_pair',
  {
    ...learnerAndExamColumns(),
    sessionSid: sid('ES')
      .notNull()
      .references(() => examSession.sid),
    status: text({ enum: sessionStatuses }).notNull(),
    isCancelled: boolean().notNull(),
    /** Of the current session. */
    createdDate: instant().notNull(),
    hadCancelled: boolean().notNull(),
    hadClosed: boolean().notNull(),
    attemptsUsed: integer().notNull(),
  },
  table => [
    primaryKey({ columns: [table.enrollmentSid, table.examSid] }),
    index().on(table.installSid, table.createdDate, table.sessionSid),
    index('session_pair_of_status')
      .on(table.installSid, table.status, table.createdDate, table.sessionSid)
      .concurrently(),
    index('session_pair_of_user')
      .on(table.installSid, table.userSid, table.createdDate, table.sessionSid)
      .concurrently(),
  ],
)

/** A transition of a session between statuses. Triggers write it (`record_session_transitions`). */
export const sessionTransition = pgTable(
  'session_transition',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sessionSid: sid('ES')
      .notNull()
      .references(() => examSession.sid),
    fromStatus: text({ enum: sessionStatuses }),
    toStatus: text({ enum: sessionStatuses }).notNull(),
    /** Whether the attempt was in progress after the transition, and whether the session was cancelled. */
    running: boolean().notNull(),
    cancelled: boolean().notNull(),
    reason: text(),
    /** The requested operation by its name in transitions.ts; null for a consequence of another change. */
    trigger: text(),
    /** The sid of the user or credential that requested it, or `time`; null for a consequence of another change. */
    actor: text(),
    /** The token that requested it, and its target user; null for other actors, and before the columns existed. */
    tokenSid: sid('TA'),
    onBehalfOf: sid('US'),
    /** The members of the record that it changed; empty for a created session, and before the column existed. */
    changes: text().array().notNull().default(sql`'{}'`),
    createdDate: instant().notNull().default(sql`clock_timestamp()`),
  },
  table => [index().on(table.sessionSid, table.id)],
)
