// Converts a roster into the parameters of the SQL function `import_roster`.

import type { Role } from '../../../db/schema/credential.ts'
import { isWithinRole } from '../../shared/auth/roles.ts'
import type { Hasher } from '../people/suppressions/hashes.ts'
import type { Bundle, Roster } from './bundle.ts'
import type { RowErrors } from './row-errors.ts'
import type { RoleChange } from './users.ts'

const isDeleted = ({ status }: { status: 'active' | 'tobedeleted' }): boolean => status === 'tobedeleted'

/** Returns the term of each course: the first term of its first class that has one and is not deleted, or else its school year. */
function termsByCourse({ classes, courses }: Roster): Map<string, string> {
  const terms = new Map<string, string>()
  for (const row of classes) {
    const [term] = isDeleted(row) ? [] : row.termSourcedIds
    if (term !== undefined && !terms.has(row.courseSourcedId)) terms.set(row.courseSourcedId, term)
  }
  for (const { sourcedId, schoolYearSourcedId } of courses)
    if (schoolYearSourcedId !== undefined && !terms.has(sourcedId)) terms.set(sourcedId, schoolYearSourcedId)
  return terms
}

type UserRow = RoleChange & { email?: string | undefined }

/** Returns the members of a user that users.csv and roles.csv have. */
const userOf = (
  { sourcedId, email, line, role, status, isEnded, roles, previous }: UserRow,
  hasher: Hasher | null,
) => ({
  id: sourcedId,
  gone: isDeleted({ status }),
  ...(isEnded && { ended: true }),
  line,
  role,
  roles,
  ...(roles && { previous_roles: previous }),
  ...(hasher && { hashes: hasher({ sis: sourcedId, emails: [email] }) }),
})

/** Returns the rows in the form that `apply_roster` reads. */
export function toImportRows(roster: Roster, hasher: Hasher | null) {
  const terms = termsByCourse(roster)
  return {
    academicSessions: roster.academicSessions.map(row => ({
      id: row.sourcedId,
      gone: isDeleted(row),
      title: row.title,
      starts: row.startDate,
      ends: row.endDate,
    })),
    courses: roster.courses.map(row => ({
      id: row.sourcedId,
      gone: isDeleted(row),
      title: row.title,
      code: row.courseCode,
      term: terms.get(row.sourcedId),
    })),
    classes: roster.classes.map(row => ({
      id: row.sourcedId,
      gone: isDeleted(row),
      title: row.title,
      course: row.courseSourcedId,
    })),
    users: [
      ...roster.users.map(row => ({
        ...userOf(row, hasher),
        username: row.username,
        first_name: row.givenName,
        last_name: row.familyName,
        email: row.email,
        home_phone: row.phone,
        mobile_phone: row.sms,
        enabled: row.enabledUser,
      })),
      ...roster.roleChanges.map(row => userOf(row, hasher)),
    ],
    enrollments: roster.enrollments.map(row => ({
      class: row.classSourcedId,
      person: row.userSourcedId,
      gone: isDeleted(row),
      line: row.line,
      role: row.role,
      ends: row.endDate,
    })),
  }
}

const kinds = ['academicSessions', 'courses', 'classes', 'users', 'enrollments'] as const

/** Returns the kinds of records that the bundle lists completely, in a bulk file without errors. */
export const completeKinds = ({ modes }: Roster, errors: RowErrors[]) =>
  kinds.filter(
    kind =>
      modes[`${kind}.csv`] === 'bulk' &&
      errors.every(({ perFile }) => !(perFile[`${kind}.csv`] || (kind === 'users' && perFile['roles.csv']))),
  )

/** Returns which stored roles a bundle needs: a complete file lists all roles, or all users. */
export const rolesNeeded = ({ modes, roleRows }: Bundle) => ({
  users:
    modes['roles.csv'] === 'delta' ? [...new Set(roleRows.map(({ userSourcedId }) => userSourcedId))] : [],
  withChanging: modes['roles.csv'] !== 'bulk' && modes['users.csv'] !== 'bulk',
})

/**
 * Returns the ids that rows refer to, except those that the bundle contains. A row that gives a user a role above `own`, or none in
 * a bulk file, can be refused, so the user counts as not contained.
 */
export function referencesOf(
  { academicSessions, courses, classes, userRows, roleRows, enrollmentRows, modes }: Bundle,
  own: Role,
) {
  const isHigher = ({ role = 'skipped' }: { role?: Role | 'skipped' | undefined }) =>
    role !== 'skipped' && !isWithinRole(own, role)
  const higher = new Set(roleRows.filter(isHigher).map(({ userSourcedId }) => userSourcedId))
  const activeRoles = roleRows.filter(({ status }) => status === 'active')
  const withRole = new Set(activeRoles.map(({ userSourcedId }) => userSourcedId))
  const isRoleless = ({ role, sourcedId }: (typeof userRows)[number]) =>
    modes['users.csv'] === 'bulk' && role === undefined && !withRole.has(sourcedId)
  const missing = (rows: { sourcedId: string }[], references: (string | undefined)[]) => {
    const included = new Set(rows.map(({ sourcedId }) => sourcedId))
    return [...new Set(references.flatMap(id => (id === undefined || included.has(id) ? [] : [id])))]
  }
  return {
    academicSessions: missing(academicSessions, [
      ...classes.flatMap(({ termSourcedIds }) => termSourcedIds),
      ...courses.map(({ schoolYearSourcedId }) => schoolYearSourcedId),
    ]),
    courses: missing(
      courses,
      classes.map(({ courseSourcedId }) => courseSourcedId),
    ),
    classes: missing(
      classes,
      enrollmentRows.map(({ classSourcedId }) => classSourcedId),
    ),
    users: missing(
      userRows.filter(row => !(isHigher(row) || higher.has(row.sourcedId) || isRoleless(row))),
      [
        ...enrollmentRows.map(({ userSourcedId }) => userSourcedId),
        ...roleRows.map(({ userSourcedId }) => userSourcedId),
      ],
    ),
  }
}
