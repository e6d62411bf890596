import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type * as z from 'zod'
import type { Database, Statement } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { assignment, assignmentEnrollment, assignmentSection } from '../../../../db/schema/assignment.ts'
import { enrollment, section } from '../../../../db/schema/catalog.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { newSid, type Prefix, type SidOf, sidFromUuid } from '../../../../db/sid.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import { applyChange, type ConfigurationChange } from '../../locks.ts'
import { lockCourse } from '../../reconcile/sessions.ts'
import { keepZone } from '../../reconcile/zone-lock.ts'
import type { AssignmentChanges, AssignmentQuery } from './schema.ts'
import { noteUnopenableWindows, requireOpenWindows } from './windows.ts'

type ExamPath = { installSid: SidOf<'AI'>; courseSid: SidOf<'CU'>; examSid: SidOf<'EX'> }
type Query = z.output<typeof AssignmentQuery>
export type Changes = z.output<typeof AssignmentChanges>
type Targets = { enrollmentSids?: SidOf<'EN'>[] | undefined; sectionSids?: SidOf<'SE'>[] | undefined }

const enrollmentTarget = assignmentEnrollment
const sectionTarget = assignmentSection

const sidsOf = <P extends Prefix>(prefix: P, target: PgColumn, owner: PgColumn) =>
  sql<SidOf<P>[]>`array(
    select ${target} from ${target.table} where ${owner} = ${assignment.sid} order by 1)`.mapWith(
    (uuids: string[]) => uuids.map(uuid => sidFromUuid(prefix, uuid)),
  )

const hasTarget = (
  sid: string | undefined,
  table: typeof enrollmentTarget | typeof sectionTarget,
  target: PgColumn,
): SQL | undefined =>
  sid === undefined
    ? undefined
    : sql`exists (select from ${table} where ${table.assignmentSid} = ${assignment.sid}
        and ${target} = ${sql.param(sid, target)})`

export const listAssignmentRows = (db: Database, { examSid }: Pick<ExamPath, 'examSid'>, query: Query) =>
  paged(
    db,
    () =>
      db
        .select({
          ...getTableColumns(assignment),
          enrollmentSids: sidsOf('EN', enrollmentTarget.enrollmentSid, enrollmentTarget.assignmentSid),
          sectionSids: sidsOf('SE', sectionTarget.sectionSid, sectionTarget.assignmentSid),
        })
        .from(assignment)
        .where(
          and(
            eq(assignment.examSid, examSid),
            hasTarget(query.enrollmentSid, enrollmentTarget, enrollmentTarget.enrollmentSid),
            hasTarget(query.sectionSid, sectionTarget, sectionTarget.sectionSid),
          ),
        )
        .$dynamic(),
    orderOf(query, { createdDate: assignment.createdDate }, ['createdDate'], assignment.sid),
    query,
  )

/** Builds the statement that selects the assignments with these sids that belong to the exam. */
export const findAssignments = (db: Database, examSid: SidOf<'EX'>, sids: SidOf<'EA'>[]) =>
  db
    .select()
    .from(assignment)
    .where(and(eq(assignment.examSid, examSid), inArray(assignment.sid, sids)))

const inCourseOfExam = (examSid: SidOf<'EX'>, courseSid: PgColumn) =>
  sql`${courseSid} = (select ${exam.courseSid} from ${exam} where ${exam.sid} = ${sql.param(examSid, exam.sid)})`

/** Builds the statement that selects the enrollments with these sids that belong to the course of the exam. */
export const findTargetEnrollments = (db: Database, examSid: SidOf<'EX'>, sids: SidOf<'EN'>[]) =>
  db
    .select({ sid: enrollment.sid })
    .from(enrollment)
    .where(and(inCourseOfExam(examSid, enrollment.courseSid), inArray(enrollment.sid, sids)))

/** Builds the statement that selects the sections with these sids that belong to the course of the exam. */
export const findTargetSections = (db: Database, examSid: SidOf<'EX'>, sids: SidOf<'SE'>[]) =>
  db
    .select({ sid: section.sid })
    .from(section)
    .where(and(inCourseOfExam(examSid, section.courseSid), inArray(section.sid, sids)))

/**
 * Builds the first statements of a batch: they apply all changes, and check the effective windows. The reconciliation
 * follows.
 * @throws Problem `not_found`, `invalid_request`, `edited_meanwhile`
 */
export function changeAssignments(
  db: Database,
  path: ExamPath,
  { added = [], removed = [], updated = [] }: Changes,
  change: ConfigurationChange,
) {
  const created = added.map(({ targets = {}, ...dates }) => ({ ...dates, targets, sid: newSid('EA') }))
  const changed = [...removed, ...updated.map(({ sid }) => sid)]
  const written = [
    ...created.map(({ sid }, at) => ({ sid, path: `added.${at}` })),
    ...updated.map(({ sid }, at) => ({ sid, path: `updated.${at}` })),
  ]
  return {
    zone: keepZone(db, path.installSid),
    locked: lockCourse(db, path.installSid, path.courseSid),
    change: applyChange(db, path.installSid, { examSids: [path.examSid] }, change),
    exist: guard(
      db,
      sql`${changed.length} = (select count(*) from ${assignment}
        where ${and(eq(assignment.examSid, path.examSid), inArray(assignment.sid, changed))})`,
      'not_found',
    ),
    ...(written.length > 0 && { noted: noteUnopenableWindows(db, path.examSid) }),
    deleted: db.delete(assignment).where(inArray(assignment.sid, removed)),
    updated: updated.flatMap(({ sid, targets, ...dates }) => [
      db
        .update(assignment)
        .set({ ...dates, editDate: sql`now()` })
        .where(eq(assignment.sid, sid)),
      ...(targets?.removed ? removeTargets(db, sid, targets.removed) : []),
    ]),
    ...(created.length > 0 && {
      created: db
        .insert(assignment)
        .values(created.map(({ targets: _, ...row }) => ({ ...row, examSid: path.examSid }))),
    }),
    targets: addTargets(db, [
      ...created,
      ...updated.map(({ sid, targets }) => ({ sid, targets: targets?.added })),
    ]),
    ...(written.length > 0 && { windows: requireOpenWindows(db, path.examSid, written) }),
  }
}

/**
 * Builds the statements that add targets: one for the enrollments and one for the sections of all assignments. Each statement
 * has triggers, which take as long for one target as for hundreds.
 */
function addTargets(
  db: Database,
  assignments: readonly { sid: SidOf<'EA'>; targets: Targets | undefined }[],
): Statement[] {
  const enrollments = assignments.flatMap(({ sid: assignmentSid, targets }) =>
    (targets?.enrollmentSids ?? []).map(enrollmentSid => ({ assignmentSid, enrollmentSid })),
  )
  const sections = assignments.flatMap(({ sid: assignmentSid, targets }) =>
    (targets?.sectionSids ?? []).map(sectionSid => ({ assignmentSid, sectionSid })),
  )
  return [
    ...(enrollments.length > 0
      ? [db.insert(enrollmentTarget).values(enrollments).onConflictDoNothing()]
      : []),
    ...(sections.length > 0 ? [db.insert(sectionTarget).values(sections).onConflictDoNothing()] : []),
  ]
}

const removeTargets = (
  db: Database,
  assignmentSid: SidOf<'EA'>,
  { enrollmentSids = [], sectionSids = [] }: Targets = {},
): Statement[] => [
  db
    .delete(enrollmentTarget)
    .where(
      and(
        eq(enrollmentTarget.assignmentSid, assignmentSid),
        inArray(enrollmentTarget.enrollmentSid, enrollmentSids),
      ),
    ),
  db
    .delete(sectionTarget)
    .where(
      and(eq(sectionTarget.assignmentSid, assignmentSid), inArray(sectionTarget.sectionSid, sectionSids)),
    ),
]
