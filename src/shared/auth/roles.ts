// Roles limit permissions in addition to policies. No caller grants a higher role than its own. No token acts with a
// higher role than its creator, its holder or its element has.

import type { Role } from '../../../db/schema/credential.ts'
import type { elementTypes } from '../../../db/schema/sts.ts'

const rank: Record<Role, number> = { admin: 3, instructor: 2, proctor: 1, learner: 0 }

/** Whether a caller of role `holder` may grant the role `granted`. */
export const isWithinRole = (holder: Role, granted: Role): boolean => rank[granted] <= rank[holder]

/** Returns the lowest of the roles. */
export const lowestRole = (first: Role, ...others: Role[]): Role =>
  others.reduce((lowest, role) => (isWithinRole(lowest, role) ? role : lowest), first)

/** The role of the person who uses an element of each type. */
const elementRoles: Record<(typeof elementTypes)[number], Role> = {
  'exam-session': 'learner',
  'proctoring-session': 'proctor',
  'assessment-viewer': 'learner',
}

type TokenRoles = {
  elementType: keyof typeof elementRoles | null
  role: Role
  holderRole: Role
  targetRole: Role | null
}

/**
 * Returns the role that a token acts with: the lowest of its element, its creator and its holder, and for an api token that
 * of its target user. The holder is the last credential to refresh, so it has the secret. A refresh therefore never raises
 * the role.
 */
export const roleOfToken = ({ elementType, role, holderRole, targetRole }: TokenRoles): Role =>
  lowestRole(
    ...([role, holderRole] as const),
    ...(elementType ? [elementRoles[elementType]] : []),
    ...(elementType === null && targetRole ? [targetRole] : []),
  )

/**
 * Whether a token is that of a learner: by its creator, its holder or its target user. The element of a proctor is not that of
 * its user, and the viewer of one session or exam can be for staff.
 */
export const isLearnerToken = ({ elementType, role, holderRole, targetRole }: TokenRoles): boolean =>
  elementType === 'exam-session' ||
  lowestRole(role, holderRole) === 'learner' ||
  (elementType !== 'proctoring-session' && targetRole === 'learner')
