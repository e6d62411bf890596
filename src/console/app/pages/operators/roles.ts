import type { OperatorRole } from '../../../../../db/schema/operator.ts'

/** From the lowest to the highest. */
export const roles = ['viewer', 'developer', 'admin', 'owner'] as const satisfies OperatorRole[]

export const isRole = (text: string | undefined): text is OperatorRole => roles.some(role => role === text)

/** Whether a caller of one role may give another one: none above the own. */
export const mayGrant = (own: string | undefined, role: OperatorRole): boolean =>
  isRole(own) && roles.indexOf(role) <= roles.indexOf(own)
