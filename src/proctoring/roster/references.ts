// Checks the references between the rows of a roster.

import type { Roster } from './bundle.ts'
import { completeKinds } from './import.ts'
import { addError, emptyErrors, type RosterFile, type RowErrors } from './row-errors.ts'

type Target = 'academicSessions' | 'courses' | 'classes' | 'users'

/** The sourcedIds of records that earlier imports created. A delta bundle may refer to them. */
export type ImportedIds = Record<Target, ReadonlySet<string>> & {
  /** The courses of the classes, except those without a sourcedId. */
  courseOfClass?: ReadonlyMap<string, string>
}

type Row = { sourcedId: string; status: 'active' | 'tobedeleted'; line: number }
type Reference = { column: string; to: Target; id: string | undefined }

/**
 * Removes each row with a reference to a record that is neither in the remaining roster nor in `imported`, or to a term,
 * course or class that the import deletes; the classes of a deleted course are deleted too. Returns the remaining roster, and an error
 * for each such reference. Does not check the references of rows that delete a record. A membership of a user who leaves is
 * no error.
 * @param mode `full`: a complete academicSessions.csv, courses.csv or classes.csv deletes the records that it does not list
 */
export function resolveReferences(
  roster: Roster,
  imported: ImportedIds,
  mode: 'delta' | 'full',
): { errors: RowErrors; roster: Roster } {
  const errors = emptyErrors()
  const included: Partial<Record<Target, ReadonlySet<string>>> = {}
  const deletedCourses = idsOf(roster.courses.filter(row => !isActive(row)))
  const isUnlisted = (to: Target) =>
    mode === 'full' && to !== 'users' && completeKinds(roster, [roster.errors, errors]).includes(to)
  const isCourseKept = (id: string | undefined) =>
    id === undefined || included.courses?.has(id) || !(deletedCourses.has(id) || isUnlisted('courses'))
  const isKept = (to: Target, id: string) =>
    imported[to].has(id) &&
    !isUnlisted(to) &&
    (to !== 'classes' || isCourseKept(imported.courseOfClass?.get(id)))

  const exists = ({ to, id }: Reference) => id === undefined || included[to]?.has(id) || isKept(to, id)
  const withValidReferences = <R extends Row>(
    file: RosterFile,
    rows: R[],
    references: (row: R) => Reference[],
  ) =>
    rows.filter(row => {
      const dangling = isActive(row) ? references(row).filter(reference => !exists(reference)) : []
      for (const { column, to, id } of dangling) {
        const message = `${id} is neither in ${to}.csv nor among the imported records, or it is deleted.`
        addError(errors, { file, line: row.line, column, code: 'unresolved_reference', message })
      }
      return dangling.length === 0
    })

  included.academicSessions = idsOf(roster.academicSessions.filter(isActive))
  included.users = idsOf(roster.users)
  const courses = withValidReferences('courses.csv', roster.courses, ({ schoolYearSourcedId }) => [
    { column: 'schoolYearSourcedId', to: 'academicSessions', id: schoolYearSourcedId },
  ])
  included.courses = idsOf(courses.filter(isActive))
  const classes = withValidReferences(
    'classes.csv',
    roster.classes,
    ({ courseSourcedId, termSourcedIds }) => [
      { column: 'courseSourcedId', to: 'courses', id: courseSourcedId },
      ...termSourcedIds.map(id => ({ column: 'termSourcedIds', to: 'academicSessions' as const, id })),
    ],
  )
  included.classes = idsOf(classes.filter(isActive))
  const roleChanges = withValidReferences('roles.csv', roster.roleChanges, ({ sourcedId }) => [
    { column: 'userSourcedId', to: 'users', id: sourcedId },
  ])
  const enrollments = withValidReferences(
    'enrollments.csv',
    roster.enrollments,
    ({ classSourcedId, userSourcedId }) => [
      { column: 'classSourcedId', to: 'classes', id: classSourcedId },
      { column: 'userSourcedId', to: 'users', id: userSourcedId },
    ],
  )
  return { errors, roster: { ...roster, courses, classes, roleChanges, enrollments } }
}

const isActive = ({ status }: Row) => status === 'active'
const idsOf = (rows: readonly Row[]) => new Set(rows.map(({ sourcedId }) => sourcedId))
