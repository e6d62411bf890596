// Rules for changing a configuration. Pure functions.

import type * as z from 'zod'
import type { Role } from '../../../../db/schema/credential.ts'
import type { Attachment } from '../../../../db/schema/exam.ts'
import type { install } from '../../../../db/schema/tenancy.ts'
import { unknownSid } from '../../../shared/problems/field-errors.ts'
import { type FieldError, Problem } from '../../../shared/problems/problem.ts'
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

/** The members whose change revokes the approval. */
const approvalMembers = [
  'examOpenDate',
  'examCloseDate',
  'scheduleOpenDate',
  'scheduleCloseDate',
  'duration',
  'proctorTypes',
  'password',
] as const

type ApprovalValues = Partial<Record<(typeof approvalMembers)[number], unknown>>

/** The approval setting of an install. */
export type ApprovalRule = Pick<typeof install.$inferSelect, 'requireManagerExamApproval'>

/** The settings of an install that a new configuration follows. */
export type ConfigurationRules = ApprovalRule & Pick<typeof install.$inferSelect, 'defaultTimezone'>

/** Returns whether a new configuration is approved without a manager. */
export const isInitiallyApproved = ({ requireManagerExamApproval }: ApprovalRule): boolean =>
  !requireManagerExamApproval

/**
 * Returns whether the change revokes the approval. `before` and `after` contain the decrypted password.
 */
export const revokesApproval = (
  { requireManagerExamApproval }: ApprovalRule,
  role: Role,
  before: ApprovalValues,
  after: ApprovalValues,
): boolean =>
  requireManagerExamApproval &&
  role !== 'admin' &&
  approvalMembers.some(name => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null))

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
