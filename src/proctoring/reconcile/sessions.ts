// Keeps the sessions in step with who is to take which exam: each change of enrollments, exams and assignments ends here.

import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { guard, noTable } from '../../../db/guard.ts'
import { assignment } from '../../../db/schema/assignment.ts'
import { course } from '../../../db/schema/catalog.ts'
import { exam } from '../../../db/schema/exam.ts'
import { examSession } from '../../../db/schema/session.ts'
import type { SidOf } from '../../../db/sid.ts'

/** Why a session is closed whose learner is not to take the exam any more. */
type Reason = 'withdrawn' | 'removed-by-limited-scope' | 'other-reason'

/** The pairs of learner and exam at hand: those of a course, or fewer of them. */
type Scope = { courseSid: SidOf<'CU'>; examSid?: SidOf<'EX'>; enrollmentSid?: SidOf<'EN'> | SQL }

/**
 * Unsent, first in a batch: holds the course, so that of two changes that concern the same sessions the second sees
 * what the first has done. @throws Problem `not_found` when the install has no such course
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
 * Unsent, last in a batch that began with `lockCourse`: closes the sessions that nobody is to take any more, unless they
 * run, gives those without an appointment the duration that is in force, and makes those that are missing for exams
 * whose window is not over (db/sql/functions/reconcile_sessions.sql). Running it again changes nothing.
 */
export const reconcileSessions = (
  db: Database,
  { courseSid, examSid, enrollmentSid }: Scope,
  reason: Reason,
) =>
  db
    .select({
      settled: sql<string>`reconcile_sessions(array[${sql.param(courseSid, examSession.courseSid)}::uuid],
        ${examSid ? sql.param(examSid, examSession.examSid) : null}::uuid,
        ${typeof enrollmentSid === 'string' ? sql.param(enrollmentSid, examSession.enrollmentSid) : (enrollmentSid ?? null)}::uuid, ${reason})`,
    })
    .from(noTable)

/** The courses of an install in which calendar dates are given, which a change of its zone moves. */
const dated = (installSid: SidOf<'AI'>) => sql`select distinct ${exam.courseSid} from ${assignment}
  join ${exam} on ${exam.sid} = ${assignment.examSid}
  where ${exam.installSid} = ${sql.param(installSid, exam.installSid)}`

/** Unsent, around a change of an install's zone: what `lockCourse` and `reconcileSessions` are for one course. */
export const reconcileDatedCourses = (db: Database, installSid: SidOf<'AI'>) => ({
  held: db
    .select({ sid: course.sid })
    .from(course)
    .where(sql`${course.sid} in (${dated(installSid)})`)
    .orderBy(course.sid)
    .for('no key update'),
  settled: db
    .select({
      settled: sql<string>`reconcile_sessions(array(${dated(installSid)}), null, null, 'other-reason')`,
    })
    .from(noTable),
})
