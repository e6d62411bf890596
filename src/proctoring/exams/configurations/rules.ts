// What may become of a configuration: pure decisions.

import type * as z from 'zod'
import type { Role } from '../../../../db/schema/credential.ts'
import type { Attachment } from '../../../../db/schema/exam.ts'
import type { install } from '../../../../db/schema/tenancy.ts'
import { notAllowed, resourceOf } from '../../../shared/auth/authorize.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import type { Action } from '../../../shared/auth/policy/actions.ts'
import { nothingSaid, permittedOrNot } from './permitted-items.ts'
import type { ConfigurationValues } from './queries.ts'
import type { ConfigurationReplace, PrimaryConfiguration } from './schema.ts'

type Type = ConfigurationValues['type']
type Settings = Omit<z.output<typeof PrimaryConfiguration>, 'instructorAsProctor' | 'password'> & {
  attachments?: Attachment[] | undefined
}

/** What a configuration says whose body says nothing. */
const blank = {
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
  ...nothingSaid,
  proctorTypes: [] as string[],
  modalityOptions: null,
  attachments: [],
}

/** The whole of the settings: what the body does not say is null, false or empty. */
export const wholeSettings = (type: Type, settings: Settings) => ({
  ...blank,
  ...settings,
  ...(type === 'primary' ? permittedOrNot(settings) : {}),
})

/** What the members of a body are called that need a manager's approval anew. */
const approvedMembers = [
  'examOpenDate',
  'examCloseDate',
  'scheduleOpenDate',
  'scheduleCloseDate',
  'duration',
  'proctorTypes',
  'password',
] as const

type Approved = Partial<Record<(typeof approvedMembers)[number], unknown>>

/** What an install says of who approves. */
export type ApprovalRule = Pick<typeof install.$inferSelect, 'requireManagerExamApproval'>

/** Whether a configuration that is made now counts as approved. */
export const approvedFromTheStart = ({ requireManagerExamApproval }: ApprovalRule): boolean =>
  !requireManagerExamApproval

/** Whether the change takes the approval away (decisions, section 3). Both sides hold the password in the clear. */
export const losesApproval = (
  { requireManagerExamApproval }: ApprovalRule,
  role: Role,
  before: Approved,
  after: Approved,
): boolean =>
  requireManagerExamApproval &&
  role !== 'admin' &&
  approvedMembers.some(name => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null))

/** @throws Problem `action_not_allowed` for an instructor at a locked configuration */
export function requireUnlocked(
  { role }: Pick<Caller, 'role'>,
  { locked }: Pick<ConfigurationValues, 'locked'>,
  action: Action,
  { pathname }: URL,
): void {
  if (locked && role !== 'admin')
    throw notAllowed(action, resourceOf(pathname), 'The configuration is locked.')
}

/** Whom the replaced configuration is for: an accommodation stays somebody's unless the body says another. */
export const enrollmentAfter = (
  before: Pick<ConfigurationValues, 'enrollmentSid'>,
  { enrollmentSid }: Pick<z.output<typeof ConfigurationReplace>, 'enrollmentSid'>,
) => enrollmentSid ?? before.enrollmentSid ?? null
