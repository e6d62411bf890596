// From a roster that was read to what the SQL function `import_roster` takes.

import type { Roster } from './bundle.ts'
import type { Findings } from './findings.ts'

const gone = ({ status }: { status: 'active' | 'tobedeleted' }): boolean => status === 'tobedeleted'

/** The term of a course is the first term of its first class, or else its school year. */
function termsByCourse({ classes, courses }: Roster): Map<string, string> {
  const terms = new Map<string, string>()
  for (const { courseSourcedId, termSourcedIds } of classes) {
    const [term] = termSourcedIds
    if (term !== undefined && !terms.has(courseSourcedId)) terms.set(courseSourcedId, term)
  }
  for (const { sourcedId, schoolYearSourcedId } of courses)
    if (schoolYearSourcedId !== undefined && !terms.has(sourcedId)) terms.set(sourcedId, schoolYearSourcedId)
  return terms
}

/** The rows as `apply_roster` reads them. */
export function rowsOf(roster: Roster) {
  const terms = termsByCourse(roster)
  return {
    academicSessions: roster.academicSessions.map(row => ({
      id: row.sourcedId,
      gone: gone(row),
      title: row.title,
      starts: row.startDate,
      ends: row.endDate,
    })),
    courses: roster.courses.map(row => ({
      id: row.sourcedId,
      gone: gone(row),
      title: row.title,
      code: row.courseCode,
      term: terms.get(row.sourcedId),
    })),
    classes: roster.classes.map(row => ({
      id: row.sourcedId,
      gone: gone(row),
      title: row.title,
      course: row.courseSourcedId,
    })),
    users: roster.users.map(row => ({
      id: row.sourcedId,
      gone: gone(row),
      line: row.line,
      username: row.username,
      first_name: row.givenName,
      last_name: row.familyName,
      email: row.email,
      home_phone: row.phone,
      mobile_phone: row.sms,
      role: row.role,
      enabled: row.enabledUser,
    })),
    enrollments: roster.enrollments.map(row => ({
      class: row.classSourcedId,
      person: row.userSourcedId,
      gone: gone(row),
      role: row.role,
    })),
  }
}

const kinds = ['academicSessions', 'courses', 'classes', 'users', 'enrollments'] as const

/** The kinds of which the bundle lists all that there are: by a bulk file in which every row is sound. */
export const completeKinds = ({ modes }: Roster, errors: Findings[]) =>
  kinds.filter(
    kind =>
      modes[`${kind}.csv`] === 'bulk' &&
      errors.every(({ perFile }) => !(perFile[`${kind}.csv`] || (kind === 'users' && perFile['roles.csv']))),
  )

/** What the rows refer to that is not in the bundle. */
export function referencesOf({ academicSessions, courses, classes, users, enrollments }: Roster) {
  const outside = (rows: { sourcedId: string }[], references: (string | undefined)[]) => {
    const here = new Set(rows.map(({ sourcedId }) => sourcedId))
    return [...new Set(references.flatMap(id => (id === undefined || here.has(id) ? [] : [id])))]
  }
  return {
    academicSessions: outside(academicSessions, [
      ...classes.flatMap(({ termSourcedIds }) => termSourcedIds),
      ...courses.map(({ schoolYearSourcedId }) => schoolYearSourcedId),
    ]),
    courses: outside(
      courses,
      classes.map(({ courseSourcedId }) => courseSourcedId),
    ),
    classes: outside(
      classes,
      enrollments.map(({ classSourcedId }) => classSourcedId),
    ),
    users: outside(
      users,
      enrollments.map(({ userSourcedId }) => userSourcedId),
    ),
  }
}
