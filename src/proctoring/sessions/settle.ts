// Keeps the sessions in step with who is to take which exam: each change of enrollments, exams and assignments ends here.

import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { guard } from '../../../db/guard.ts'
import { course } from '../../../db/schema/catalog.ts'
import { examSession } from '../../../db/schema/session.ts'
import { assignedExam, effectiveConfiguration } from '../../../db/schema/views.ts'
import type { SidOf } from '../../../db/sid.ts'

/** Why a session is closed whose learner is not to take the exam any more. */
type Reason = 'withdrawn' | 'removed-by-limited-scope' | 'other-reason'

/** The pairs of learner and exam at hand: those of a course, or fewer of them. */
type Scope = { courseSid: SidOf<'CU'>; examSid?: SidOf<'EX'>; enrollmentSid?: SidOf<'EN'> }

/**
 * Unsent, first in a batch: holds the course, so that of two changes that concern the same sessions the second sees
 * what the first has done. @throws Problem `not_found` when the install has no such course
 */
export const holdCourse = (db: Database, installSid: SidOf<'AI'>, courseSid: SidOf<'CU'>) =>
  guard(
    db,
    sql`(select true from ${course} where ${course.sid} = ${sql.param(courseSid, course.sid)}
      and ${course.installSid} = ${sql.param(installSid, course.installSid)}
      and ${course.deletedDate} is null for no key update)`,
    'not_found',
  )

const within = (
  { courseSid, examSid, enrollmentSid }: Scope,
  columns: typeof assignedExam | typeof examSession,
): SQL => sql`${columns.courseSid} = ${sql.param(courseSid, columns.courseSid)}
    ${examSid ? sql`and ${columns.examSid} = ${sql.param(examSid, columns.examSid)}` : sql``}
    ${enrollmentSid ? sql`and ${columns.enrollmentSid} = ${sql.param(enrollmentSid, columns.enrollmentSid)}` : sql``}`

/**
 * Unsent, last in a batch that began with `holdCourse`: closes the sessions that nobody is to take any more, unless they
 * run, gives those without an appointment the duration that is in force, and makes those that are missing for exams
 * whose window is not over. Running it again changes nothing.
 */
export const settleSessions = (db: Database, scope: Scope, reason: Reason) => ({
  closed: closeUnassigned(db, scope, reason),
  timed: updateDuration(db, scope),
  opened: openMissing(db, scope),
})

const closeUnassigned = (db: Database, scope: Scope, reason: Reason) =>
  db
    .update(examSession)
    .set({ status: 'Closed', statusReason: reason, cancelledDate: sql`now()`, editDate: sql`now()` })
    .where(
      sql`${within(scope, examSession)}
        and ${examSession.status} in ('Needs Proctor', 'Pending Approval', 'Approval Denied', 'Scheduled')
        and ${examSession.inProgressDate} is null
        and not exists (
          select from ${assignedExam}
          where ${assignedExam.enrollmentSid} = ${examSession.enrollmentSid}
            and ${assignedExam.examSid} = ${examSession.examSid})`,
    )

const updateDuration = (db: Database, scope: Scope) =>
  db
    .update(examSession)
    .set({ duration: effectiveConfiguration.duration, editDate: sql`now()` })
    .from(effectiveConfiguration)
    .where(
      sql`${within(scope, examSession)}
        and ${examSession.status} in ('Needs Proctor', 'Approval Denied')
        and ${effectiveConfiguration.enrollmentSid} = ${examSession.enrollmentSid}
        and ${effectiveConfiguration.examSid} = ${examSession.examSid}
        and ${effectiveConfiguration.duration} is distinct from ${examSession.duration}`,
    )

/** Who took the exam once asks for another attempt; who lost a session to a withdrawal gets a new one by coming back. */
const openMissing = (db: Database, scope: Scope) =>
  db.execute(sql`
    insert into ${examSession} (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, duration)
    select uuid_v7(), ${assignedExam.installSid}, ${assignedExam.courseSid}, ${assignedExam.examSid},
      ${assignedExam.enrollmentSid}, ${assignedExam.userSid}, ${accessKey}, ${effectiveConfiguration.duration}
    from ${assignedExam}
    join ${effectiveConfiguration}
      on ${effectiveConfiguration.enrollmentSid} = ${assignedExam.enrollmentSid}
      and ${effectiveConfiguration.examSid} = ${assignedExam.examSid}
    where ${within(scope, assignedExam)}
      and (${effectiveConfiguration.examCloseDate} is null or ${effectiveConfiguration.examCloseDate} > now())
      and not exists (
        select from ${examSession}
        where ${examSession.enrollmentSid} = ${assignedExam.enrollmentSid}
          and ${examSession.examSid} = ${assignedExam.examSid}
          and ${examSession.cancelledDate} is null)
    on conflict (enrollment_sid, exam_sid) where status <> 'Closed' do nothing`)

/** 122 random bits; it lets a learner into the session, and nobody else. */
const accessKey = sql`replace(gen_random_uuid()::text, '-', '')`
