import { sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { examSession } from '../../../../db/schema/session.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { lockCourse } from '../../reconcile/sessions.ts'
import { entitlementOf } from '../effective-of-session.ts'

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
  const entitlement = entitlementOf({ enrollmentSid, examSid })
  return {
    locked: lockCourse(db, installSid, courseSid),
    assigned: guard(db, sql`(select is_assigned from ${entitlement})`, 'not_assigned'),
    attempts: guard(db, sql`(select has_attempts_left from ${entitlement})`, 'no_attempts_left'),
    session: db.execute(sql`
      insert into ${examSession}
        (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, duration)
      select ${sql.param(sessionSid, examSession.sid)}, install_sid, course_sid, ${sql.param(examSid, examSession.examSid)},
        ${sql.param(enrollmentSid, examSession.enrollmentSid)}, user_sid, replace(gen_random_uuid()::text, '-', ''), duration
      from ${entitlement}`),
  }
}
