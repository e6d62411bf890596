import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { dates, foreignIds, instant, sid, synchronization, uniqueForeignIds } from '../columns.ts'
import { cancellationPolicy } from './cancellation.ts'
import { courseSid, enrollment } from './catalog.ts'
import { proctoringOfExam, reviewProcess } from './proctoring.ts'
import { sealedHead } from './sealed.ts'
import { settings, windows } from './settings.ts'
import { installSid } from './tenancy.ts'

export const examTypes = ['Online', 'Written'] as const
export const examStatuses = ['active', 'draft', 'deleted'] as const
export const configurationTypes = ['primary', 'accommodation'] as const

export const exam = pgTable(
  'exam',
  {
    sid: sid('EX').primaryKey(),
    installSid: installSid(),
    courseSid: courseSid(),
    title: text().notNull(),
    type: text({ enum: examTypes }).notNull().default('Online'),
    /** Whether only learners with an assignment take the exam, instead of every learner of the course. */
    limitedScope: boolean().notNull().default(false),
    requireApproval: boolean().notNull().default(false),
    /** Null: that of the install. */
    cancellationPolicySid: sid('CP').references(() => cancellationPolicy.sid),
    status: text({ enum: examStatuses }).notNull().default('active'),
    ...proctoringOfExam(),
    reviewProcessSid: sid('RP').references(() => reviewProcess.sid),
    ...foreignIds(),
    ...synchronization(),
    ...dates(),
    /** When the exam was deleted, and its status before. The trigger `exam_deletion_dated` sets both. */
    deletedDate: instant(),
    statusBeforeDeletion: text({ enum: examStatuses }),
  },
  table => [
    index().on(table.courseSid, table.createdDate, table.sid),
    index('exam_listed').on(table.installSid).where(sql`${table.status} <> 'deleted'`).concurrently(),
    // An exam of a deleted course is in the count of the exams, but not in the list, unless it is deleted too, as almost all are.
    index('exam_of_course').on(table.courseSid).where(sql`${table.status} <> 'deleted'`).concurrently(),
    index('exam_written')
      .on(table.installSid, table.sid)
      .where(sql`${table.type} = 'Written' and ${table.status} <> 'deleted'`)
      .concurrently(),
    ...uniqueForeignIds('exam', table, sql`${table.status} <> 'deleted'`),
    index().on(table.cancellationPolicySid).concurrently(),
    index('exam_proctor_group')
      .on(table.proctorGroupSid)
      .where(sql`${table.proctorGroupSid} is not null`)
      .concurrently(),
    index('exam_review_process')
      .on(table.reviewProcessSid)
      .where(sql`${table.reviewProcessSid} is not null`)
      .concurrently(),
    check('exam_type', sql`${table.type} in ('Online', 'Written')`),
    check('exam_status', sql`${table.status} in ('active', 'draft', 'deleted')`),
  ],
)

export type Attachment = { attachmentUrl: string | null; attachmentAwsTitle: string | null }

/**
 * The configuration of an exam: the primary one applies to everyone, an accommodation to one learner. A null field of
 * an accommodation has the value of the assignment or of the primary configuration (the view
 * `effective_configuration`).
 */
export const examConfiguration = pgTable(
  'exam_configuration',
  {
    sid: sid('EC').primaryKey(),
    installSid: installSid(),
    examSid: sid('EX')
      .notNull()
      .references(() => exam.sid),
    enrollmentSid: sid('EN').references(() => enrollment.sid),
    referenceExamConfigurationSid: sid('EC').references((): AnyPgColumn => examConfiguration.sid, {
      onDelete: 'set null',
    }),
    type: text({ enum: configurationTypes }).notNull(),
    ...windows(),
    ...settings(),
    locked: boolean().notNull().default(false),
    approved: boolean().notNull(),
    /** The sid of the operator, credential or user that approved the configuration. */
    approvedBy: text(),
    proctorTypes: text().array().notNull().default(sql`'{}'`),
    attachments: jsonb().$type<Attachment[]>().notNull().default([]),
    /** The appointments that the last change of this configuration adjusted or unscheduled. */
    updatedAutomatedSessions: integer().notNull().default(0),
    ...dates(),
  },
  table => [
    uniqueIndex('exam_configuration_primary').on(table.examSid).where(sql`${table.type} = 'primary'`),
    index().on(table.examSid, table.createdDate, table.sid),
    index().on(table.installSid, table.createdDate, table.sid),
    index().on(table.enrollmentSid),
    index().on(table.referenceExamConfigurationSid),
    index('exam_configuration_sealed').on(sealedHead(table.password)).where(sql`${table.password} <> ''`),
    check('exam_configuration_type', sql`${table.type} in ('primary', 'accommodation')`),
    check('exam_configuration_exam_dates', sql`${table.examOpenDate} <= ${table.examCloseDate}`),
    check('exam_configuration_schedule_dates', sql`${table.scheduleOpenDate} <= ${table.scheduleCloseDate}`),
    check(
      'exam_configuration_of_one',
      sql`${table.type} = 'accommodation' or ${table.enrollmentSid} is null`,
    ),
  ],
)

/** A slot of an instructor who proctors: a location, a time and a number of seats. */
export const instructorProctor = pgTable(
  'instructor_proctor',
  {
    sid: sid('IP').primaryKey(),
    configurationSid: sid('EC')
      .notNull()
      .references(() => examConfiguration.sid, { onDelete: 'cascade' }),
    /** The position in the configuration's list. */
    position: integer().notNull(),
    location: text(),
    startTime: instant(),
    endTime: instant(),
    capacity: integer(),
  },
  table => [index().on(table.configurationSid, table.position)],
)
