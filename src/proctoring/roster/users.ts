// Selects the users and enrollments to import, by role.

import type * as z from 'zod'
import type { Role } from '../../../db/schema/credential.ts'
import { isWithinRole } from '../../shared/auth/roles.ts'
import { isOver, type UserRoles } from './roles.ts'
import { addError, type RowErrors } from './row-errors.ts'
import type { Enrollment, EnrollmentRow, RoleOfUser, User, UserRow } from './rows.ts'

type ReadUser = z.output<typeof UserRow> & { line: number }
type ReadEnrollment = z.output<typeof EnrollmentRow> & { line: number }
/**
 * Returns the users to import, and the ids of users whose role is not imported. A primary role in roles.csv overrides
 * the role in users.csv; a user whose roles are over leaves. In a bulk file, an active user without a role is an error.
 * A row that deletes a user is imported for any role: an earlier import can have created the user with another one.
 */
export function selectUsers(
  rows: readonly ReadUser[],
  rolesOf: ReadonlyMap<string, UserRoles>,
  { isDelta, errors }: { isDelta: boolean; errors: RowErrors },
): { users: User[]; skippedIds: Set<string> } {
  const users: User[] = []
  const skippedIds = new Set<string>()
  for (const { role: rowRole, ...user } of rows) {
    const { role = rowRole, roles, previous } = derivedRoles(rolesOf.get(user.sourcedId), rowRole)
    if (role === 'ended' || user.status !== 'active')
      users.push({
        ...{ ...user, role: undefined, status: 'tobedeleted', isEnded: user.status === 'active' },
        ...(roles && { roles, previous }),
      })
    else if (role === 'skipped') skippedIds.add(user.sourcedId)
    else if (role === undefined && !isDelta) addMissingRole(user.line, errors)
    else users.push({ ...user, role, ...(roles && { roles, previous }) })
  }
  return { users, skippedIds }
}

/** The roles of a user in roles.csv, or else, if users.csv has no role of the user that is imported, the stored ones. */
const derivedRoles = (derived: UserRoles | undefined, rowRole: ReadUser['role']): Partial<UserRoles> =>
  derived && (derived.isListed || rowRole === undefined || rowRole === 'skipped') ? derived : {}

/** The role of a user whom users.csv does not list; `line` is that of roles.csv. */
export type RoleChange = Pick<
  User,
  'sourcedId' | 'status' | 'isEnded' | 'role' | 'roles' | 'previous' | 'line'
>

/**
 * Returns the roles of the users whom users.csv does not list. In a delta, only the roles can have changed. A user who has no role
 * any more leaves, unless there can be others, which no roster has listed.
 */
export function selectRoleChanges(
  rows: readonly RoleOfUser[],
  rolesOf: ReadonlyMap<string, UserRoles>,
  users: readonly ReadUser[],
): RoleChange[] {
  const selected = new Set(users.map(({ sourcedId }) => sourcedId))
  const lines = new Map(rows.toReversed().map(({ userSourcedId, line }) => [userSourcedId, line]))
  return [...rolesOf].flatMap(([sourcedId, { role, roles, previous }]): RoleChange[] => {
    if (role === 'skipped' || selected.has(sourcedId)) return []
    // A stored role that starts or ends today has no line.
    const row = { sourcedId, line: lines.get(sourcedId) ?? 0, ...(roles && { roles, previous }) }
    if (role !== 'ended') return [{ ...row, status: 'active', role }]
    return roles && previous ? [{ ...row, status: 'tobedeleted', isEnded: true, role: undefined }] : []
  })
}

type RoleRows = { users: User[]; roleChanges: RoleChange[]; errors: RowErrors }

/**
 * Removes the rows that give a user a role above that of the caller, at once or later, and adds an error for each. A stored role that
 * starts today is no row, so it has no error: it waits for an import of a caller who may give it.
 */
export function withoutRolesAbove<R extends RoleRows>(own: Role, rows: R): R {
  const kept = <Row extends RoleChange>(file: 'users.csv' | 'roles.csv', given: Row[]) =>
    given.filter(row => {
      const higher = givenRoles(row).find(role => !isWithinRole(own, role))
      if (higher && row.line > 0)
        addError(rows.errors, {
          ...{ file, line: row.line, column: 'role', code: 'action_not_allowed' },
          message: `The role ${own} may not give users the role ${higher}.`,
        })
      return higher === undefined
    })
  return { ...rows, users: kept('users.csv', rows.users), roleChanges: kept('roles.csv', rows.roleChanges) }
}

/** The role of the user, and the roles to store that were not stored. */
function givenRoles({ role, roles = {}, previous = {} }: RoleChange): Role[] {
  const stored = new Map(Object.entries(previous))
  const added = Object.entries(roles).filter(([id, given]) => stored.get(id)?.role !== given.role)
  return [role, ...added.map(([, given]) => given.role)].flatMap(given =>
    given === undefined || given === 'skipped' ? [] : [given],
  )
}

const addMissingRole = (line: number, errors: RowErrors) =>
  addError(errors, {
    file: 'users.csv',
    line,
    column: 'role',
    code: 'required',
    message: 'Required, unless roles.csv has a primary role of the user.',
  })

/**
 * Returns the enrollments whose role is imported. One that is over is deleted. Of users who are skipped, only deletions are
 * imported: an earlier import can have enrolled them.
 */
export function selectEnrollments(
  rows: readonly ReadEnrollment[],
  skippedUserIds: ReadonlySet<string>,
  today: string,
): Enrollment[] {
  return rows.flatMap(({ role, ...row }) => {
    const status = isOver(row.endDate, today) ? 'tobedeleted' : row.status
    const isSkipped = role === 'skipped' || (status === 'active' && skippedUserIds.has(row.userSourcedId))
    return isSkipped ? [] : { ...row, role, status }
  })
}
