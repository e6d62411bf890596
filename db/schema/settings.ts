// The columns of a configuration that stand in its table and in the views that say what holds for a learner.

import { integer, jsonb, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import { permittedItems } from './permitted-items.ts'

/** When an exam can be taken, and when appointments for it are made. */
export const windows = () => ({
  examOpenDate: instant(),
  examCloseDate: instant(),
  scheduleOpenDate: instant(),
  scheduleCloseDate: instant(),
})

/** How an exam is taken, beside its windows. */
export const settings = () => ({
  /** Sealed (src/shared/crypto/seal.ts). */
  password: text(),
  url: text(),
  requiredSoftware: text(),
  virtualCalculatorType: text(),
  /** Minutes. */
  duration: integer(),
  attempts: integer(),
  studentNotes: text(),
  proctorNotes: text(),
  ...permittedItems(),
  modalityOptions: jsonb().$type<Record<string, unknown>>(),
})
