// Rules for changing a configuration. Pure functions.

import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import type { Attachment } from '../../../../db/schema/exam.ts'
import type { install } from '../../../../db/schema/tenancy.ts'
import { unknownSid } from '../../../shared/problems/field-errors.ts'
import { type FieldError, Problem } from '../../../shared/problems/problem.ts'
import type { ApprovalRule } from '../../locks.ts'
import { permittedItemDefaults, unsetPermittedItems } from './permitted-items.ts'
import type { ConfigurationValues } from './queries.ts'
import type { ConfigurationReplace, PrimaryConfiguration } from './schema.ts'

type Type = ConfigurationValues['type']
type Settings = Omit<z.output<typeof PrimaryConfiguration>, 'instructorAsProctor' | 'password'> & {
  attachments?: Attachment[] | undefined
}

/** The values of members that a body does not contain. */
const defaultSettings = {
  examOpenDate: null,
  examCloseDate: null,
  scheduleOpenDate: null,
  scheduleCloseDate: null,
  url: null,
  requiredSoftware: null,
  virtualCalculatorType: null,
  duration: null,
  attempts: null,
  studentNotes: null,
  proctorNotes: null,
  ...unsetPermittedItems,
  proctorTypes: [] as string[],
  modalityOptions: null,
  attachments: [],
}

/** Returns all settings. Members that the body does not contain are null, false or empty. */
export const completeSettings = (type: Type, settings: Settings) => ({
  ...defaultSettings,
  ...settings,
  ...(type === 'primary' ? permittedItemDefaults(settings) : {}),
})

/** The settings of an install that a new configuration follows. */
export type ConfigurationRules = ApprovalRule & Pick<typeof install.$inferSelect, 'defaultTimezone'>

/** Returns whether a new configuration is approved without a manager. */
export const isInitiallyApproved = ({ requireManagerExamApproval }: ApprovalRule): boolean =>
  !requireManagerExamApproval

/** The members whose change keeps the approval. */
const notes = { studentNotes: true, proctorNotes: true }

/**
 * Returns whether a change concerns more than notes, and so the approval.
 * @param before the stored values, with the decrypted password
 * @param after the values of members after the change
 */
export const changesMoreThanNotes = (
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): boolean =>
  Object.entries(after).some(
    ([name, value]) => !(name in notes || isDeepStrictEqual(before[name] ?? null, value ?? null)),
  )

/** Returns the enrollment of a replaced configuration: that of the body, or else that of the stored configuration. */
export const replacedEnrollment = (
  before: Pick<ConfigurationValues, 'enrollmentSid'>,
  { enrollmentSid }: Pick<z.output<typeof ConfigurationReplace>, 'enrollmentSid'>,
) => enrollmentSid ?? before.enrollmentSid ?? null

/**
 * Returns an error if the enrollment of an accommodation does not exist or is not that of a learner.
 * @throws Problem `user_erased`
 */
export function enrollmentErrors(
  sid: string | null | undefined,
  [enrollment]: { role: string; isErased: boolean }[],
): FieldError[] {
  if (!sid) return []
  if (!enrollment) return [unknownSid('enrollmentSid', 'enrollment', sid)]
  if (enrollment.isErased) throw new Problem('user_erased')
  if (enrollment.role === 'learner') return []
  return [
    { path: 'enrollmentSid', code: 'invalid_value', message: 'The enrollment is not that of a learner.' },
  ]
}
