// Derives the role of each user from the roles in the organisations of the roster.

import type { RosterRoles } from '../../../db/schema/user.ts'
import type { RoleOfUser } from './rows.ts'

export type RoleName = RoleOfUser['role']

const rolesByRank: readonly RoleName[] = ['skipped', 'learner', 'proctor', 'instructor', 'admin']
const rank = (role: RoleName) => rolesByRank.indexOf(role)

/** The last day is the one before `endDate` (OneRoster 1.2). @param today a day, `YYYY-MM-DD` */
export const isOver = (endDate: string | undefined, today: string) =>
  endDate !== undefined && endDate <= today

/** By the `sisId`: the roles that earlier imports stored, or null if these do not know all. Other users do not exist. */
export type StoredRoles = ReadonlyMap<string, RosterRoles | null>

export type UserRoles = {
  /** Whether roles.csv has rows of the user. Otherwise a stored role starts or ends. */
  isListed: boolean
  /** `ended`: the user had roles that are over, deleted or not imported any more, and has no other. */
  role: RoleName | 'ended'
  /** The roles to store; undefined if not all are known. */
  roles: RosterRoles | undefined
  /** The stored roles from which `roles` are derived; undefined if there is none, because the rows are all roles. */
  previous: RosterRoles | undefined
}

/**
 * Returns the roles of each user in `rows` and in `stored`. The role of a user is the highest of the primary ones, of those that
 * have started if there is one. In a delta, the rows change the stored roles.
 * @param stored those of the users whom a delta lists, and of users with a role that starts or ends by today; absent if the rows are
 *   all roles
 */
export function rolesByUser(
  rows: readonly RoleOfUser[],
  today: string,
  stored?: StoredRoles,
): Map<string, UserRoles> {
  const rowsByUser = Map.groupBy(rows, ({ userSourcedId }) => userSourcedId)
  const result = new Map<string, UserRoles>()
  for (const userSourcedId of new Set([...rowsByUser.keys(), ...(stored?.keys() ?? [])])) {
    const known = stored?.get(userSourcedId)
    const previous = known ?? {}
    const userRows = rowsByUser.get(userSourcedId) ?? []
    // One who left has no role and stays so, also if the same delta is imported again.
    const hasLeft = known !== undefined && known !== null && userRows.length > 0
    const hadRole = hasLeft || Object.keys(previous).length > 0 || userRows.some(isPrimary)
    if (!hadRole) continue
    const roles = changedRoles(previous, userRows, today)
    result.set(userSourcedId, {
      isListed: userRows.length > 0,
      role: roleOf(previous, roles),
      roles: known === null ? undefined : roles,
      previous: stored && previous,
    })
  }
  return result
}

const isPrimary = ({ roleType, status }: RoleOfUser) => roleType === 'primary' && status === 'active'

/** Applies the rows of one user. Omits the roles that are over, and the first days of those that have started. */
function changedRoles(previous: RosterRoles, rows: readonly RoleOfUser[], today: string): RosterRoles {
  // Not an object: ids are any text, such as `__proto__`.
  const roles = new Map(Object.entries(previous))
  for (const row of rows) {
    const { sourcedId, role, beginDate, endDate } = row
    if (isPrimary(row))
      roles.set(sourcedId, { role, ...(beginDate && { beginDate }), ...(endDate && { endDate }) })
    else roles.delete(sourcedId)
  }
  for (const [id, { beginDate, ...role }] of roles)
    if (isOver(role.endDate, today)) roles.delete(id)
    else if (beginDate !== undefined && beginDate <= today) roles.set(id, role)
  return Object.fromEntries(roles)
}

function roleOf(previous: RosterRoles, roles: RosterRoles): RoleName | 'ended' {
  const highest = highestOf(Object.values(roles))
  const wasImported = Object.values(previous).some(({ role }) => role !== 'skipped')
  return highest === undefined || (highest === 'skipped' && wasImported) ? 'ended' : highest
}

/** A role that starts later counts only if there is no other that is imported. */
function highestOf(roles: readonly RosterRoles[string][]): RoleName | undefined {
  const started = roles.filter(({ role, beginDate }) => role !== 'skipped' && beginDate === undefined)
  const [highest] = (started.length > 0 ? started : roles).toSorted((a, b) => rank(b.role) - rank(a.role))
  return highest?.role
}
