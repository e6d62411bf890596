import { sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { examSession, sessionPair } from '../../../../db/schema/session.ts'
import { assignedExam, effectiveConfiguration } from '../../../../db/schema/views.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { lockCourse } from '../../reconcile/sessions.ts'

type NewSession = {
  installSid: SidOf<'AI'>
  courseSid: SidOf<'CU'>
  examSid: SidOf<'EX'>
  enrollmentSid: SidOf<'EN'>
  sessionSid: SidOf<'ES'>
}

/**
 * Builds the statements of one batch that insert the next session of a learner.
 * @throws Problem `not_assigned`, `no_attempts_left`, `session_active`
 */
export function insertSession(
  db: Database,
  { installSid, courseSid, examSid, enrollmentSid, sessionSid }: NewSession,
) {
  const pair = (view: typeof assignedExam | typeof effectiveConfiguration) => sql`
    ${view.enrollmentSid} = ${sql.param(enrollmentSid, view.enrollmentSid)}
    and ${view.examSid} = ${sql.param(examSid, view.examSid)}`
  return {
    locked: lockCourse(db, installSid, courseSid),
    assigned: guard(
      db,
      sql`exists (select from ${assignedExam} where ${pair(assignedExam)})`,
      'not_assigned',
    ),
    attempts: guard(
      db,
      sql`(select ${effectiveConfiguration.attempts} is null or ${effectiveConfiguration.attempts} > coalesce((
          select p.attempts_used from ${sessionPair} p
          where p.enrollment_sid = ${effectiveConfiguration.enrollmentSid}
            and p.exam_sid = ${effectiveConfiguration.examSid}), 0)
        from ${effectiveConfiguration} where ${pair(effectiveConfiguration)})`,
      'no_attempts_left',
    ),
    session: db.execute(sql`
      insert into ${examSession}
        (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, duration)
      select ${sql.param(sessionSid, examSession.sid)}, install_sid, course_sid, exam_sid, enrollment_sid, user_sid,
        replace(gen_random_uuid()::text, '-', ''), duration
      from ${effectiveConfiguration} where ${pair(effectiveConfiguration)}`),
  }
}
