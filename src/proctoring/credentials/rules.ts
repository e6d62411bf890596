import type { Role } from '../../../db/schema/credential.ts'

const rank: Record<Role, number> = { admin: 3, instructor: 2, proctor: 1, learner: 0 }

/** Whether a credential of role `holder` may hand on the role `given`: roles decide beside policies, so they have a ceiling too. */
export const isWithinRole = (holder: Role, given: Role): boolean => rank[given] <= rank[holder]
