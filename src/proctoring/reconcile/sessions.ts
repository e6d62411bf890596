// Reconciles sessions with the assigned exams, and appointments with the effective configuration. Every operation that changes
// enrollments, exams, configurations or assignments does so.

import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { guard } from '../../../db/guard.ts'
import { assignment } from '../../../db/schema/assignment.ts'
import { course } from '../../../db/schema/catalog.ts'
import { exam, examConfiguration } from '../../../db/schema/exam.ts'
import { examSession } from '../../../db/schema/session.ts'
import type { SidOf } from '../../../db/sid.ts'
import { lockZone } from './zone-lock.ts'

/** The stored reason of a session that is closed because its exam no longer applies to the learner. */
type Reason = 'withdrawn' | 'removed-by-limited-scope' | 'other-reason'

/** The pairs of learner and exam to reconcile: all pairs of a course, or only those of one exam or one enrollment. */
type Scope = { courseSid: SidOf<'CU'>; examSid?: SidOf<'EX'>; enrollmentSid?: SidOf<'EN'> | SQL }

/** Returns the call of the SQL function that reconciles. It returns the appointments that it changed. */
export const reconciledCourses = (
  courses: SQL,
  { examSid, enrollmentSid }: Omit<Scope, 'courseSid'>,
  reason: Reason,
): SQL =>
  sql`reconcile_courses(${courses}, ${examSid ? sql.param(examSid, examSession.examSid) : null}::uuid,
    ${typeof enrollmentSid === 'string' ? sql.param(enrollmentSid, examSession.enrollmentSid) : (enrollmentSid ?? null)}::uuid, ${reason})`

/** Returns the array with the course of a scope. */
export const courseOf = ({ courseSid }: Pick<Scope, 'courseSid'>): SQL =>
  sql`array[${sql.param(courseSid, examSession.courseSid)}::uuid]`

/** Builds the statement that reconciles, and selects how many appointments it changed. */
const reconcile = (db: Database, reconciled: SQL) =>
  db.select({ changed: sql<number>`count(*)::int` }).from(reconciled)

/**
 * Builds the first statement of a batch: locks the course, so that concurrent changes of the same sessions run one
 * after the other.
 * @throws Problem `not_found` if the install does not have the course
 */
export const lockCourse = (db: Database, installSid: SidOf<'AI'>, courseSid: SidOf<'CU'>) =>
  guard(
    db,
    sql`(select true from ${course} where ${course.sid} = ${sql.param(courseSid, course.sid)}
      and ${course.installSid} = ${sql.param(installSid, course.installSid)}
      and ${course.deletedDate} is null for no key update)`,
    'not_found',
  )

/** Builds `lockCourse` for a change of an existing session, also of one whose course was deleted. */
export const lockCourseOf = (db: Database, { courseSid }: Pick<Scope, 'courseSid'>) =>
  db.select({ sid: course.sid }).from(course).where(eq(course.sid, courseSid)).for('no key update')

/**
 * Builds the statement that follows the changes in a batch that starts with `lockCourse`, and with `setActor` for the
 * history. It closes the sessions whose exam no longer applies to the learner, except running ones. It adjusts the
 * appointments that still fit, and unschedules the others. It sets the effective duration of sessions without an
 * appointment. It inserts missing sessions for exams whose window is not over. It is idempotent.
 */
export const reconcileSessions = (db: Database, scope: Scope, reason: Reason) =>
  reconcile(db, reconciledCourses(courseOf(scope), scope, reason))

/** Builds `reconcileSessions` after a change of a configuration, which records how many appointments changed. */
export const reconcileConfiguration = (
  db: Database,
  scope: Scope & { examSid: SidOf<'EX'> },
  configurationSid: SidOf<'EC'>,
) =>
  db.execute(sql`
    with reconciled as (
      select count(*)::int as changed from ${reconciledCourses(courseOf(scope), scope, 'other-reason')})
    update exam_configuration c set updated_automated_sessions = r.changed from reconciled r
    where c.sid = ${sql.param(configurationSid, examConfiguration.sid)}`)

/**
 * Builds `lockCourse` for several courses of an install, to run before changes, and returns the call of the SQL function
 * that reconciles them, to run afterwards.
 */
export const reconcileCourses = (db: Database, installSid: SidOf<'AI'>, courseSids: SidOf<'CU'>[]) => ({
  locked: db
    .select({ sid: course.sid })
    .from(course)
    .where(and(eq(course.installSid, installSid), inArray(course.sid, courseSids)))
    // In one order, so that no two wait for each other.
    .orderBy(course.sid)
    .for('no key update'),
  reconciled: reconciledCourses(
    sql`array(select ${course.sid} from ${course} where ${inArray(course.sid, courseSids)})`,
    {},
    'other-reason',
  ),
})

/** The courses of an install with dated assignments. A change of the time zone moves their windows. */
const datedCourses = (installSid: SidOf<'AI'>) => sql`select distinct ${exam.courseSid} from ${assignment}
  join ${exam} on ${exam.sid} = ${assignment.examSid}
  where ${exam.installSid} = ${sql.param(installSid, exam.installSid)}`

/** Builds `lockZone`, `lockCourse` and `reconcileSessions` for all courses that a change of the time zone of an install affects. */
export const reconcileDatedCourses = (db: Database, installSid: SidOf<'AI'>) => ({
  zone: lockZone(db, installSid),
  locked: db
    .select({ sid: course.sid })
    .from(course)
    .where(sql`${course.sid} in (${datedCourses(installSid)})`)
    .orderBy(course.sid)
    .for('no key update'),
  reconciled: reconcile(db, reconciledCourses(sql`array(${datedCourses(installSid)})`, {}, 'other-reason')),
})
