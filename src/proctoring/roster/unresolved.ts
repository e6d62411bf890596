// References of a roster that lead nowhere.

import type { Roster } from './bundle.ts'
import { type Findings, noFindings, note, type RosterFile } from './findings.ts'

type Target = 'academicSessions' | 'courses' | 'classes' | 'users'

/** The sourcedIds that are there already, for references from a bundle that lists only what changed. */
export type Known = Record<Target, ReadonlySet<string>>

type Row = { sourcedId: string; status: 'active' | 'tobedeleted'; line: number }
type Reference = { column: string; to: Target; id: string | undefined }

/**
 * The roster without the rows that refer to what is neither in it nor known, and an error for each such reference.
 * What refers to a row that is left out is left out as well. A row that deletes needs nothing but its own id, so its
 * references are not followed.
 */
export function unresolved(roster: Roster, known: Known): { errors: Findings; roster: Roster } {
  const errors = noFindings()
  const here: Partial<Record<Target, ReadonlySet<string>>> = {}

  const isThere = ({ to, id }: Reference) => id === undefined || known[to].has(id) || here[to]?.has(id)
  const resolved = <R extends Row>(file: RosterFile, rows: R[], references: (row: R) => Reference[]) =>
    rows.filter(row => {
      const dangling = row.status === 'active' ? references(row).filter(reference => !isThere(reference)) : []
      for (const { column, to, id } of dangling) {
        const message = `There is no ${id} in ${to}.csv, nor was it imported before.`
        note(errors, { file, line: row.line, column, code: 'unresolved_reference', message })
      }
      return dangling.length === 0
    })

  here.academicSessions = idsOf(roster.academicSessions)
  here.users = idsOf(roster.users)
  const courses = resolved('courses.csv', roster.courses, ({ schoolYearSourcedId }) => [
    { column: 'schoolYearSourcedId', to: 'academicSessions', id: schoolYearSourcedId },
  ])
  here.courses = idsOf(courses)
  const classes = resolved('classes.csv', roster.classes, ({ courseSourcedId, termSourcedIds }) => [
    { column: 'courseSourcedId', to: 'courses', id: courseSourcedId },
    ...termSourcedIds.map(id => ({ column: 'termSourcedIds', to: 'academicSessions' as const, id })),
  ])
  here.classes = idsOf(classes)
  const enrollments = resolved('enrollments.csv', roster.enrollments, ({ classSourcedId, userSourcedId }) => [
    { column: 'classSourcedId', to: 'classes', id: classSourcedId },
    { column: 'userSourcedId', to: 'users', id: userSourcedId },
  ])
  return { errors, roster: { ...roster, courses, classes, enrollments } }
}

const idsOf = (rows: readonly Row[]) => new Set(rows.map(({ sourcedId }) => sourcedId))
