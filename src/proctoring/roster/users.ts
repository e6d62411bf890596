// Selects the users and enrollments to import, by role.

import type * as z from 'zod'
import { addError, type RowErrors } from './row-errors.ts'
import type { Enrollment, EnrollmentRow, RoleOfUser, User, UserRow } from './rows.ts'

type ReadUser = z.output<typeof UserRow> & { line: number }
type ReadEnrollment = z.output<typeof EnrollmentRow> & { line: number }
type RoleName = RoleOfUser['role']

const rolesByRank: readonly RoleName[] = ['skipped', 'learner', 'proctor', 'instructor', 'admin']
const rank = (role: RoleName) => rolesByRank.indexOf(role)

/** Returns the primary role of each user: the highest one, if the user has a role in several organisations. */
export function rolesByUser(rows: readonly RoleOfUser[]): Map<string, RoleName> {
  const roles = new Map<string, RoleName>()
  for (const { userSourcedId, role, roleType, status } of rows) {
    if (roleType !== 'primary' || status !== 'active') continue
    const previous = roles.get(userSourcedId)
    if (previous === undefined || rank(previous) < rank(role)) roles.set(userSourcedId, role)
  }
  return roles
}

/**
 * Returns the users to import, and the ids of users whose role is not imported. A primary role in roles.csv overrides
 * the role in users.csv. In a bulk file, an active user without a role is an error.
 */
export function selectUsers(
  rows: readonly ReadUser[],
  roles: ReadonlyMap<string, RoleName>,
  { isDelta, errors }: { isDelta: boolean; errors: RowErrors },
): { users: User[]; skippedIds: Set<string> } {
  const users: User[] = []
  const skippedIds = new Set<string>()
  for (const { role: rowRole, ...user } of rows) {
    const role = roles.get(user.sourcedId) ?? rowRole
    if (role === 'skipped') skippedIds.add(user.sourcedId)
    else if (role === undefined && user.status === 'active' && !isDelta) addMissingRole(user.line, errors)
    else users.push({ ...user, role })
  }
  return { users, skippedIds }
}

const addMissingRole = (line: number, errors: RowErrors) =>
  addError(errors, {
    file: 'users.csv',
    line,
    column: 'role',
    code: 'required',
    message: 'Required, unless roles.csv has a primary role of the user.',
  })

/** Returns the enrollments whose role is imported and whose user is not skipped. */
export function selectEnrollments(
  rows: readonly ReadEnrollment[],
  skippedUserIds: ReadonlySet<string>,
): Enrollment[] {
  return rows.flatMap(({ role, ...row }) =>
    role === 'skipped' || skippedUserIds.has(row.userSourcedId) ? [] : { ...row, role },
  )
}
