// Views that migrations made; what they mean is said there (0004_effective_configuration.sql).

import { boolean, integer, jsonb, pgView, text } from 'drizzle-orm/pg-core'
import { instant, sid } from '../columns.ts'
import type { Attachment } from './exam.ts'
import { permittedItems } from './permitted-items.ts'

const pair = () => ({
  installSid: sid('AI').notNull(),
  courseSid: sid('CU').notNull(),
  examSid: sid('EX').notNull(),
  enrollmentSid: sid('EN').notNull(),
  userSid: sid('US').notNull(),
})

/** The exams that learners are to take now. */
export const assignedExam = pgView('assigned_exam', pair()).existing()

/** What holds for a learner in an exam, field by field. */
export const effectiveConfiguration = pgView('effective_configuration', {
  /** Whether the learner is to take the exam now, as in `assigned_exam`. */
  isAssigned: boolean().notNull(),
  ...pair(),
  examOpenDate: instant(),
  examCloseDate: instant(),
  scheduleOpenDate: instant(),
  scheduleCloseDate: instant(),
  password: text(),
  url: text(),
  requiredSoftware: text(),
  virtualCalculatorType: text(),
  duration: integer(),
  attempts: integer(),
  studentNotes: text(),
  proctorNotes: text(),
  ...permittedItems(),
  proctorTypes: text().array().notNull(),
  modalityOptions: jsonb().$type<Record<string, unknown>>(),
  attachments: jsonb().$type<Attachment[]>().notNull(),
  instructorsOfSid: sid('EC').notNull(),
}).existing()
