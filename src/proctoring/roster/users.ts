// Selects the users and enrollments to import, by role.

import type * as z from 'zod'
import { addError, type RowErrors } from './row-errors.ts'
import type { Enrollment, EnrollmentRow, RoleOfUser, User, UserRow } from './rows.ts'

type ReadUser = z.output<typeof UserRow> & { line: number }
type ReadEnrollment = z.output<typeof EnrollmentRow> & { line: number }
type RoleName = RoleOfUser['role']

const rolesByRank: readonly RoleName[] = ['skipped', 'learner', 'proctor', 'instructor', 'admin']
const rank = (role: RoleName) => rolesByRank.indexOf(role)

/** The last day is the one before `endDate` (OneRoster 1.2). @param today a day, `YYYY-MM-DD` */
const isOver = (endDate: string | undefined, today: string) => endDate !== undefined && endDate <= today

/** The role of a user who had one that is over, and has no other. */
type Ended = 'ended'

/**
 * Returns the primary role of each user: the highest one, if the user has a role in several organisations. A role that is over
 * does not count.
 */
export function rolesByUser(rows: readonly RoleOfUser[], today: string): Map<string, RoleName | Ended> {
  const roles = new Map<string, RoleName | Ended>()
  for (const { userSourcedId, role, roleType, status, endDate } of rows) {
    if (roleType !== 'primary' || status !== 'active') continue
    const previous = roles.get(userSourcedId)
    if (isOver(endDate, today)) roles.set(userSourcedId, previous ?? 'ended')
    else if (previous === undefined || previous === 'ended' || rank(previous) < rank(role))
      roles.set(userSourcedId, role)
  }
  return roles
}

/**
 * Returns the users to import, and the ids of users whose role is not imported. A primary role in roles.csv overrides
 * the role in users.csv; a user whose roles are over leaves. In a bulk file, an active user without a role is an error.
 * A row that deletes a user is imported for any role: an earlier import can have created the user with another one.
 */
export function selectUsers(
  rows: readonly ReadUser[],
  roles: ReadonlyMap<string, RoleName | Ended>,
  { isDelta, errors }: { isDelta: boolean; errors: RowErrors },
): { users: User[]; skippedIds: Set<string> } {
  const users: User[] = []
  const skippedIds = new Set<string>()
  for (const { role: rowRole, ...user } of rows) {
    const role = roles.get(user.sourcedId) ?? rowRole
    if (role === 'ended' || user.status !== 'active')
      users.push({ ...user, role: undefined, status: 'tobedeleted' })
    else if (role === 'skipped') skippedIds.add(user.sourcedId)
    else if (role === undefined && !isDelta) addMissingRole(user.line, errors)
    else users.push({ ...user, role })
  }
  return { users, skippedIds }
}

/** The role of a user whom users.csv does not list; `line` is that of roles.csv. */
export type RoleChange = {
  sourcedId: string
  status: 'active'
  role: NonNullable<User['role']>
  line: number
}

/**
 * Returns the roles of the users whom users.csv does not list. In a delta, only the role can have changed. A role that is over
 * changes nothing: the delta does not list the other roles of the user.
 */
export function selectRoleChanges(
  rows: readonly RoleOfUser[],
  roles: ReadonlyMap<string, RoleName | Ended>,
  users: readonly ReadUser[],
): RoleChange[] {
  const selected = new Set(users.map(({ sourcedId }) => sourcedId))
  return rows.flatMap(({ userSourcedId: sourcedId, line }) => {
    const role = roles.get(sourcedId)
    if (role === undefined || role === 'ended' || role === 'skipped' || selected.has(sourcedId)) return []
    selected.add(sourcedId)
    return { sourcedId, status: 'active', role, line }
  })
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
