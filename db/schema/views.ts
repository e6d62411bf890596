// The columns of the views; db/sql/views describes each.

import { boolean, integer, jsonb, pgView, text } from 'drizzle-orm/pg-core'
import { instant, sid } from '../columns.ts'
import type { Attachment } from './exam.ts'
import { settings, windows } from './settings.ts'

const pair = () => ({
  installSid: sid('AI').notNull(),
  courseSid: sid('CU').notNull(),
  examSid: sid('EX').notNull(),
  enrollmentSid: sid('EN').notNull(),
  userSid: sid('US').notNull(),
})

/** The exams that learners must take now, or once they are no longer drafts. */
export const assignedExam = pgView('assigned_exam', pair()).existing()

/** The windows of an assignment as instants. */
export const assignmentWindow = pgView('assignment_window', {
  sid: sid('EA').notNull(),
  examSid: sid('EX').notNull(),
  createdDate: instant().notNull(),
  ...windows(),
}).existing()

/** The windows of adjustments, and whether they assign the exam. */
export const adjustedWindow = pgView('adjusted_window', {
  installSid: sid('AI').notNull(),
  enrollmentSid: sid('EN').notNull(),
  examSid: sid('EX').notNull(),
  accommodationSid: sid('EC'),
  isAssigned: boolean().notNull(),
  ...windows(),
}).existing()

/** The effective configuration of an enrollment in an exam, field by field. */
export const effectiveConfiguration = pgView('effective_configuration', {
  /** Whether the learner must take the exam now, as in `assigned_exam`, which also has drafts. */
  isAssigned: boolean().notNull(),
  ...pair(),
  ...windows(),
  ...settings(),
  proctorTypes: text().array().notNull(),
  attachments: jsonb().$type<Attachment[]>().notNull(),
  instructorsOfSid: sid('EC').notNull(),
  /** The configuration that the password belongs to. */
  passwordOfSid: sid('EC').notNull(),
}).existing()

/** Whether a learner may have a session of an exam now. */
export const sessionEntitlement = pgView('session_entitlement', {
  ...pair(),
  duration: integer(),
  examCloseDate: instant(),
  isAssigned: boolean().notNull(),
  isOpen: boolean().notNull(),
  hasAttemptsLeft: boolean().notNull(),
  isEntitled: boolean().notNull(),
  hasCurrent: boolean().notNull(),
}).existing()
