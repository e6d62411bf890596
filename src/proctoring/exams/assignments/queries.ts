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
import { lockCourse, reconcileSessions } from '../../reconcile/sessions.ts'
import type { AssignmentChanges, AssignmentQuery } from './schema.ts'

type Exam = { installSid: SidOf<'AI'>; courseSid: SidOf<'CU'>; examSid: SidOf<'EX'> }
type Query = z.output<typeof AssignmentQuery>
export type Changes = z.output<typeof AssignmentChanges>
type Targets = { enrollmentSids?: SidOf<'EN'>[] | undefined; sectionSids?: SidOf<'SE'>[] | undefined }

const ofEnrollment = assignmentEnrollment
const ofSection = assignmentSection

const sidsOf = <P extends Prefix>(prefix: P, target: PgColumn, owner: PgColumn) =>
  sql<SidOf<P>[]>`array(
    select ${target} from ${target.table} where ${owner} = ${assignment.sid} order by 1)`.mapWith(
    (uuids: string[]) => uuids.map(uuid => sidFromUuid(prefix, uuid)),
  )

const targeting = (
  sid: string | undefined,
  table: typeof ofEnrollment | typeof ofSection,
  target: PgColumn,
): SQL | undefined =>
  sid === undefined
    ? undefined
    : sql`exists (select from ${table} where ${table.assignmentSid} = ${assignment.sid}
        and ${target} = ${sql.param(sid, target)})`

export const listAssignmentRows = (db: Database, { examSid }: Pick<Exam, 'examSid'>, query: Query) =>
  paged(
    db,
    () =>
      db
        .select({
          ...getTableColumns(assignment),
          enrollmentSids: sidsOf('EN', ofEnrollment.enrollmentSid, ofEnrollment.assignmentSid),
          sectionSids: sidsOf('SE', ofSection.sectionSid, ofSection.assignmentSid),
        })
        .from(assignment)
        .where(
          and(
            eq(assignment.examSid, examSid),
            targeting(query.enrollmentSid, ofEnrollment, ofEnrollment.enrollmentSid),
            targeting(query.sectionSid, ofSection, ofSection.sectionSid),
          ),
        )
        .$dynamic(),
    orderOf(query, { createdDate: assignment.createdDate }, ['createdDate'], assignment.sid),
    query,
  )

/** Those of the named assignments that the exam has. */
export const findAssignments = (db: Database, examSid: SidOf<'EX'>, sids: SidOf<'EA'>[]) =>
  db
    .select()
    .from(assignment)
    .where(and(eq(assignment.examSid, examSid), inArray(assignment.sid, sids)))

const ofCourseOf = (examSid: SidOf<'EX'>, courseSid: PgColumn) =>
  sql`${courseSid} = (select ${exam.courseSid} from ${exam} where ${exam.sid} = ${sql.param(examSid, exam.sid)})`

/** Those of the named enrollments that the exam's course has. */
export const findTargetEnrollments = (db: Database, examSid: SidOf<'EX'>, sids: SidOf<'EN'>[]) =>
  db
    .select({ sid: enrollment.sid })
    .from(enrollment)
    .where(and(ofCourseOf(examSid, enrollment.courseSid), inArray(enrollment.sid, sids)))

/** Those of the named sections that the exam's course has. */
export const findTargetSections = (db: Database, examSid: SidOf<'EX'>, sids: SidOf<'SE'>[]) =>
  db
    .select({ sid: section.sid })
    .from(section)
    .where(and(ofCourseOf(examSid, section.courseSid), inArray(section.sid, sids)))

/** Unsent, for one batch: all of the changes or none, and then the sessions that follow from them. */
export function changeAssignments(
  db: Database,
  place: Exam,
  { added = [], removed = [], updated = [] }: Changes,
): Statement[] {
  const created = added.map(({ targets = {}, ...dates }) => ({ ...dates, targets, sid: newSid('EA') }))
  const changed = [...removed, ...updated.map(({ sid }) => sid)]
  return [
    lockCourse(db, place.installSid, place.courseSid),
    guard(
      db,
      sql`${changed.length} = (select count(*) from ${assignment}
        where ${and(eq(assignment.examSid, place.examSid), inArray(assignment.sid, changed))})`,
      'not_found',
    ),
    db.delete(assignment).where(inArray(assignment.sid, removed)),
    ...updated.flatMap(({ sid, targets, ...dates }) => [
      db
        .update(assignment)
        .set({ ...dates, editDate: sql`now()` })
        .where(eq(assignment.sid, sid)),
      ...removeTargets(db, sid, targets?.removed),
      ...addTargets(db, sid, targets?.added),
    ]),
    ...(created.length > 0
      ? [
          db
            .insert(assignment)
            .values(created.map(({ targets: _, ...row }) => ({ ...row, examSid: place.examSid }))),
        ]
      : []),
    ...created.flatMap(({ sid, targets }) => addTargets(db, sid, targets)),
    reconcileSessions(db, place, 'removed-by-limited-scope'),
  ]
}

const addTargets = (
  db: Database,
  assignmentSid: SidOf<'EA'>,
  { enrollmentSids = [], sectionSids = [] }: Targets = {},
): Statement[] => [
  ...(enrollmentSids.length > 0
    ? [
        db
          .insert(ofEnrollment)
          .values(enrollmentSids.map(enrollmentSid => ({ assignmentSid, enrollmentSid })))
          .onConflictDoNothing(),
      ]
    : []),
  ...(sectionSids.length > 0
    ? [
        db
          .insert(ofSection)
          .values(sectionSids.map(sectionSid => ({ assignmentSid, sectionSid })))
          .onConflictDoNothing(),
      ]
    : []),
]

const removeTargets = (
  db: Database,
  assignmentSid: SidOf<'EA'>,
  { enrollmentSids = [], sectionSids = [] }: Targets = {},
): Statement[] => [
  db
    .delete(ofEnrollment)
    .where(
      and(eq(ofEnrollment.assignmentSid, assignmentSid), inArray(ofEnrollment.enrollmentSid, enrollmentSids)),
    ),
  db
    .delete(ofSection)
    .where(and(eq(ofSection.assignmentSid, assignmentSid), inArray(ofSection.sectionSid, sectionSids))),
]
