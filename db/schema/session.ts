import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { dates, digest, instant, sid } from '../columns.ts'
import type { SidOf } from '../sid.ts'
import { courseSid, enrollment } from './catalog.ts'
import { exam, instructorProctor } from './exam.ts'
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

/** The learner and the exam that a row is about. */
export const ofWhom = () => ({
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

type OfWhom = {
  installSid: SidOf<'AI'>
  courseSid: SidOf<'CU'>
  examSid: SidOf<'EX'>
  enrollmentSid: SidOf<'EN'>
  userSid: SidOf<'US'>
}

/** The learner and the exam of a session, for a row that belongs to it. */
export const ofWhomIn = ({ installSid, courseSid, examSid, enrollmentSid, userSid }: OfWhom): OfWhom => ({
  installSid,
  courseSid,
  examSid,
  enrollmentSid,
  userSid,
})

/** The statuses of sessions that have an appointment or had one. */
export const appointedStatuses = ['Scheduled', 'Processing', 'Incident', 'Closed'] as const

/** A learner's attempt at an exam. Running is `Scheduled` with `inProgressDate`; cancelled is `Closed` with `cancelledDate`. */
export const examSession = pgTable(
  'exam_session',
  {
    sid: sid('ES').primaryKey(),
    ...ofWhom(),
    status: text({ enum: sessionStatuses }).notNull().default('Needs Proctor'),
    statusReason: text(),
    accessKey: text().notNull(),
    sessionType: text(),
    proctorTypeSid: text(),
    instructorProctorSid: sid('IP').references(() => instructorProctor.sid, { onDelete: 'set null' }),
    /** Minutes: what was effective when the session was made or scheduled. */
    duration: integer(),
    appointmentDate: instant(),
    appointmentEndDate: instant(),
    dateApproved: instant(),
    dateScheduled: instant(),
    inProgressDate: instant(),
    cancelledDate: instant(),
    recordingStartDate: instant(),
    systemCheckStartDate: instant(),
    systemCheckEndDate: instant(),
    sessionReportCount: integer().notNull().default(0),
    reviewRequired: boolean().notNull().default(false),
    mandatoryRoomScanVideo: boolean().notNull().default(false),
    reviewed: boolean().notNull().default(false),
    reviewByDate: instant(),
    reviewByUserSid: sid('US').references(() => user.sid),
    reviewCompletedDate: instant(),
    auditStatus: text(),
    notes: text(),
    /** The first session of the chain in which each follows a cancelled one; null in a chain of one. */
    series: sid('ES'),
    ...dates(),
  },
  table => [
    uniqueIndex('exam_session_active')
      .on(table.enrollmentSid, table.examSid)
      .where(sql`${table.status} <> 'Closed'`),
    index().on(table.enrollmentSid, table.examSid, table.createdDate, table.sid),
    index().on(table.examSid, table.createdDate, table.sid),
    index('exam_session_appointment')
      .on(table.installSid, table.appointmentDate, table.courseSid)
      .where(
        sql`${table.cancelledDate} is null and ${table.appointmentDate} is not null and ${table.status} in ('Scheduled', 'Processing', 'Incident', 'Closed')`,
      ),
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
 * A learner and an exam of which there are sessions: the current one, which is the newest that is not cancelled or else
 * the newest, and what their history holds. Triggers keep it (`refresh_session_pairs`), for reports that would have to
 * sort all sessions.
 */
export const sessionPair = pgTable(
  'session_pair',
  {
    ...ofWhom(),
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
  ],
)

/** A step of a session from one status to another; triggers write it (`record_session_transitions`). */
export const sessionTransition = pgTable(
  'session_transition',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sessionSid: sid('ES')
      .notNull()
      .references(() => examSession.sid),
    fromStatus: text({ enum: sessionStatuses }),
    toStatus: text({ enum: sessionStatuses }).notNull(),
    /** Whether the step began or ended the attempt, and whether it cancelled the session. */
    running: boolean().notNull(),
    cancelled: boolean().notNull(),
    reason: text(),
    /** What was asked for, as transitions.ts names it; null for what followed by itself. */
    trigger: text(),
    /** The sid of the user or credential that asked for it; null for what followed by itself. */
    actor: text(),
    createdDate: instant().notNull().default(sql`clock_timestamp()`),
  },
  table => [index().on(table.sessionSid, table.id)],
)

/** A link that lets a learner into the system check of a session, once. Its secret is kept as a digest. */
export const onboardingLink = pgTable(
  'onboarding_link',
  {
    secretHash: digest().primaryKey(),
    sessionSid: sid('ES')
      .notNull()
      .references(() => examSession.sid),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    /** The credential that requested the link, and the family of its token if it used one. The link ends with them. */
    credentialSid: sid('AK'),
    familySid: sid('TA'),
  },
  table => [index().on(table.expiresAt)],
)
