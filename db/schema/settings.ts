// The columns of a configuration, for its table and for the views of the effective configuration.

import { boolean, integer, jsonb, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import { permittedMembers } from '../permitted-items.ts'

/** The periods in which an exam can be taken, and in which appointments can be made. */
export const windows = () => ({
  examOpenDate: instant(),
  examCloseDate: instant(),
  scheduleOpenDate: instant(),
  scheduleCloseDate: instant(),
})

/** The settings of a configuration, except for its windows. */
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
  ...permittedMembers(
    () => boolean(),
    () => text(),
  ),
  modalityOptions: jsonb().$type<Record<string, unknown>>(),
})
