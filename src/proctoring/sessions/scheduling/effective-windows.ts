import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { course } from '../../../../db/schema/catalog.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { install } from '../../../../db/schema/tenancy.ts'
import { effectiveConfiguration as effective } from '../../../../db/schema/views.ts'
import { effectiveOf } from '../effective-of-session.ts'
import type { SessionRow } from '../read/find-session.ts'

type Windows = Pick<
  NonNullable<SessionRow['configuration']>,
  'examOpenDate' | 'examCloseDate' | 'scheduleOpenDate' | 'scheduleCloseDate' | 'duration' | 'proctorTypes'
>

/**
 * Builds the guards that precede the update of an appointment. They check that the effective windows, the proctor types, and whether
 * the exam applies to the learner, have not changed since the request read them. The shared locks delay configuration changes,
 * which lock a course exclusively, until the appointment is committed: those of its course, and those of the courses of the
 * learner's other appointments, whose ends can change. They do not delay other appointments.
 * @throws Problem `session_changed`
 */
export const windowsUnchanged = (
  db: Database,
  session: SessionRow['session'],
  windows: Windows,
  isAssigned: boolean | null,
) => ({
  shared: guard(
    db,
    // In one order, so that no two wait for each other.
    sql`(select bool_or(locked.sid = ${sql.param(session.courseSid, course.sid)}) from (
      select ${course.sid} from ${course} where ${course.sid} = any(array(
        select ${sql.param(session.courseSid, course.sid)}::uuid
        union select other.course_sid from ${examSession} other
        where other.user_sid = ${sql.param(session.userSid, examSession.userSid)}
          and is_upcoming(other.status, other.in_progress_date)))
      order by ${course.sid} for share) locked)`,
    'session_changed',
  ),
  configurationUnchanged: guard(
    db,
    sql`(select ${effective.examOpenDate} is not distinct from ${sql.param(windows.examOpenDate, effective.examOpenDate)}::timestamptz
      and ${effective.examCloseDate} is not distinct from ${sql.param(windows.examCloseDate, effective.examCloseDate)}::timestamptz
      and ${effective.scheduleOpenDate} is not distinct from ${sql.param(windows.scheduleOpenDate, effective.scheduleOpenDate)}::timestamptz
      and ${effective.scheduleCloseDate} is not distinct from ${sql.param(windows.scheduleCloseDate, effective.scheduleCloseDate)}::timestamptz
      and ${effective.duration} is not distinct from ${windows.duration}::int
      and ${effective.proctorTypes} = ${sql.param(windows.proctorTypes, effective.proctorTypes)}::text[]
      and ${effective.isAssigned} is not distinct from ${isAssigned}::boolean
      from ${effectiveOf(session)})`,
    'session_changed',
  ),
})

/**
 * Builds the guard that the exam and the install require approval of appointments, and have a cancellation policy, as the request
 * read. It follows the locks of `windowsUnchanged`, so that its snapshot includes what was committed meanwhile.
 * @throws Problem `session_changed`
 */
export const rulesUnchanged = (db: Database, row: Pick<SessionRow, 'session' | 'exam' | 'install'>) => {
  const policySid = row.exam.cancellationPolicySid ?? row.install.cancellationPolicySid
  return guard(
    db,
    sql`(select ${exam.requireApproval} = ${row.exam.requireApproval}::boolean
      and ${install.requireManagerProctorApproval} = ${row.install.requireManagerProctorApproval}::boolean
      and coalesce(${exam.cancellationPolicySid}, ${install.cancellationPolicySid})
        is not distinct from ${sql.param(policySid, exam.cancellationPolicySid)}::uuid
      from ${exam} join ${install} on ${install.sid} = ${exam.installSid}
      where ${eq(exam.sid, row.session.examSid)})`,
    'session_changed',
  )
}
