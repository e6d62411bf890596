import type { Role } from '../../../../db/schema/credential.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { isWithinRole } from '../../../shared/auth/roles.ts'
import { invalid, unknownSid } from '../../../shared/problems/field-errors.ts'
import { Problem } from '../../../shared/problems/problem.ts'

/**
 * Returns the time zone of a body, or null if the body has none. The second parameter contains the rows with its sid.
 * @throws Problem `invalid_request` if the time zone does not exist
 */
export function requireTimeZone<T>(sid: string | null | undefined, [zone]: readonly T[]): T | null {
  if (sid && !zone) throw invalid(unknownSid('timeZoneSid', 'time zone', sid))
  return zone ?? null
}

/** @throws Problem `user_erased` if the user is erased */
export function requireNotErased<T extends { user: { erasedDate: Date | null } }>(row: T): T {
  if (row.user.erasedDate) throw new Problem('user_erased')
  return row
}

/** Returns the updated row of an existing user. @throws Problem `user_erased` if the user is erased */
export function requireUpdated<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Problem('user_erased')
  return row
}

/**
 * @param targets the rows with the sid of the other user
 * @throws Problem `invalid_request` if the other user does not exist or is the same; `user_erased` if it is erased
 */
export function requireMergeTarget(
  userSid: SidOf<'US'>,
  intoUserSid: SidOf<'US'>,
  [target]: readonly { user: { erasedDate: Date | null } }[],
): void {
  const path = 'intoUserSid'
  if (userSid === intoUserSid)
    throw invalid({ path, code: 'invalid_value', message: 'Expected another user.' })
  if (target === undefined) throw invalid(unknownSid(path, 'user', intoUserSid))
  requireNotErased(target)
}

/**
 * Checks that no user gets a role above that of the caller: an api token acts with the role of its user, and could raise itself.
 * @throws Problem `action_not_allowed`
 */
export function requireRolesWithin(own: Role, given: readonly (Role | null | undefined)[]): void {
  const higher = given.find(role => role && !isWithinRole(own, role))
  if (higher)
    throw new Problem('action_not_allowed', `The role ${own} may not give users the role ${higher}.`)
}
