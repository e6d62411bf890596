// Whom of a bundle an import knows: each user with a role of ours, and the enrollments of these.

import type * as z from 'zod'
import { type Findings, note } from './findings.ts'
import type { Enrollment, EnrollmentRow, RoleOfUser, User, UserRow } from './rows.ts'

type ReadUser = z.output<typeof UserRow> & { line: number }
type ReadEnrollment = z.output<typeof EnrollmentRow> & { line: number }
type RoleName = RoleOfUser['role']

const weakestFirst: readonly RoleName[] = ['skipped', 'learner', 'proctor', 'instructor', 'admin']
const rank = (role: RoleName) => weakestFirst.indexOf(role)

/** The primary role of each user; the strongest, where several organisations each give one. */
export function rolesByUser(rows: readonly RoleOfUser[]): Map<string, RoleName> {
  const roles = new Map<string, RoleName>()
  for (const { userSourcedId, role, roleType, status } of rows) {
    if (roleType !== 'primary' || status !== 'active') continue
    const before = roles.get(userSourcedId)
    if (before === undefined || rank(before) < rank(role)) roles.set(userSourcedId, role)
  }
  return roles
}

/**
 * The users that are imported, and the ids of those whose role is not. A primary role in roles.csv goes before the
 * role in users.csv. Unless the rows are changes (a delta), whoever has neither is noted.
 */
export function usersOf(
  rows: readonly ReadUser[],
  roles: ReadonlyMap<string, RoleName>,
  { isDelta, findings }: { isDelta: boolean; findings: Findings },
): { users: User[]; skippedIds: Set<string> } {
  const users: User[] = []
  const skippedIds = new Set<string>()
  for (const { role: own, ...user } of rows) {
    const role = roles.get(user.sourcedId) ?? own
    if (role === 'skipped') skippedIds.add(user.sourcedId)
    else if (role === undefined && user.status === 'active' && !isDelta) noteRoleless(user.line, findings)
    else users.push({ ...user, role })
  }
  return { users, skippedIds }
}

const noteRoleless = (line: number, findings: Findings) =>
  note(findings, {
    file: 'users.csv',
    line,
    column: 'role',
    code: 'required',
    message: 'Required here or, as a primary role, in roles.csv.',
  })

/** The enrollments that are imported: in a role of ours, and of no user that is skipped. */
export function enrollmentsOf(
  rows: readonly ReadEnrollment[],
  skippedUserIds: ReadonlySet<string>,
): Enrollment[] {
  return rows.flatMap(({ role, ...row }) =>
    role === 'skipped' || skippedUserIds.has(row.userSourcedId) ? [] : { ...row, role },
  )
}
