// Roles are a ceiling beside policies: nobody hands on, and no token acts with, a role above those that bound it.

import type { Role } from '../../../db/schema/credential.ts'
import type { elementTypes } from '../../../db/schema/sts.ts'

const rank: Record<Role, number> = { admin: 3, instructor: 2, proctor: 1, learner: 0 }

/** Whether a caller of role `holder` may hand on the role `given`. */
export const isWithinRole = (holder: Role, given: Role): boolean => rank[given] <= rank[holder]

/** The lowest of the roles. */
export const lowestRole = (first: Role, ...others: Role[]): Role =>
  others.reduce((lowest, role) => (isWithinRole(lowest, role) ? role : lowest), first)

/** Whom each kind of element is made for. */
const elementRoles: Record<(typeof elementTypes)[number], Role> = {
  'exam-session': 'learner',
  'proctoring-session': 'proctor',
  'assessment-viewer': 'learner',
}

/**
 * The role that a token acts with: the lowest of its element's, its creator's and its holder's. The holder is the
 * credential that refreshed last, which has the secret; so a refresh never raises a role.
 */
export const roleOfToken = ({
  elementType,
  role,
  holderRole,
}: {
  elementType: keyof typeof elementRoles | null
  role: Role
  holderRole: Role
}): Role => lowestRole(role, holderRole, ...(elementType ? [elementRoles[elementType]] : []))
