// Reconciles sessions with the assigned exams. Every operation that changes enrollments, exams or assignments does so.

import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { guard, noTable } from '../../../db/guard.ts'
import { assignment } from '../../../db/schema/assignment.ts'
import { course } from '../../../db/schema/catalog.ts'
import { exam } from '../../../db/schema/exam.ts'
import { examSession } from '../../../db/schema/session.ts'
import type { SidOf } from '../../../db/sid.ts'

/** The stored reason of a session that is closed because its exam no longer applies to the learner. */
type Reason = 'withdrawn' | 'removed-by-limited-scope' | 'other-reason'

/** The pairs of learner and exam to reconcile: all pairs of a course, or only those of one exam or one enrollment. */
type Scope = { courseSid: SidOf<'CU'>; examSid?: SidOf<'EX'>; enrollmentSid?: SidOf<'EN'> | SQL }

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

/**
 * Builds the statement that follows the changes in a batch that starts with `lockCourse`. It closes the sessions whose
 * exam no longer applies to the learner, except running ones. It sets the effective duration of sessions without an
 * appointment. It inserts missing sessions for exams whose window is not over. It is idempotent.
 */
export const reconcileSessions = (
  db: Database,
  { courseSid, examSid, enrollmentSid }: Scope,
  reason: Reason,
) =>
  db
    .select({
      reconciled: sql<string>`reconcile_sessions(array[${sql.param(courseSid, examSession.courseSid)}::uuid],
        ${examSid ? sql.param(examSid, examSession.examSid) : null}::uuid,
        ${typeof enrollmentSid === 'string' ? sql.param(enrollmentSid, examSession.enrollmentSid) : (enrollmentSid ?? null)}::uuid, ${reason})`,
    })
    .from(noTable)

/** Builds `lockCourse` and `reconcileSessions` for several courses of an install, to run before and after changes. */
export const reconcileCourses = (db: Database, installSid: SidOf<'AI'>, courseSids: SidOf<'CU'>[]) => ({
  locked: db
    .select({ sid: course.sid })
    .from(course)
    .where(and(eq(course.installSid, installSid), inArray(course.sid, courseSids)))
    // In one order, so that no two wait for each other.
    .orderBy(course.sid)
    .for('no key update'),
  reconciled: db
    .select({
      reconciled: sql<string>`reconcile_sessions(array(select ${course.sid} from ${course}
        where ${inArray(course.sid, courseSids)}), null, null, 'other-reason')`,
    })
    .from(noTable),
})

/** The courses of an install with dated assignments. A change of the time zone moves their windows. */
const datedCourses = (installSid: SidOf<'AI'>) => sql`select distinct ${exam.courseSid} from ${assignment}
  join ${exam} on ${exam.sid} = ${assignment.examSid}
  where ${exam.installSid} = ${sql.param(installSid, exam.installSid)}`

/** Builds `lockCourse` and `reconcileSessions` for all courses that a change of the time zone of an install affects. */
export const reconcileDatedCourses = (db: Database, installSid: SidOf<'AI'>) => ({
  locked: db
    .select({ sid: course.sid })
    .from(course)
    .where(sql`${course.sid} in (${datedCourses(installSid)})`)
    .orderBy(course.sid)
    .for('no key update'),
  reconciled: db
    .select({
      reconciled: sql<string>`reconcile_sessions(array(${datedCourses(installSid)}), null, null, 'other-reason')`,
    })
    .from(noTable),
})
