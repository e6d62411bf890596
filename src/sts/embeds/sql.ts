// The sessions that an embed shows. Each kind of resource has its own branch, so that each reads one index.

import { sql } from 'drizzle-orm'
import { examSession } from '../../../db/schema/session.ts'
import { tokenState } from '../../../db/schema/sts.ts'
import { sqlStatement, value } from '../../../db/sql-statement.ts'

const maxSessions = sql.raw('100')

const isRunning = sql.raw('is_running(s.status, s.in_progress_date, s.ended_date)')

const recentSince = sql.raw(`now() - interval '2 hours'`)

/** The appointment is ahead or started at most two hours ago, so its learner may still start. */
const isUpcoming = sql`(s.status in ('Scheduled', 'Pending Approval') and s.appointment_date > ${recentSince})`

/** Running sessions, then the next appointments, then the newest. Only a proctor's list has the first two groups. */
const inOrder = sql.raw(`
  is_first desc, is_next desc, case when is_first or is_next then appointment_date end,
  appointment_date desc nulls last, created_date desc`)

/**
 * Selects the sessions that the embed of a token shows, at most 100. A token with a resource shows that session, or the
 * sessions of that exam. Without a resource, a proctoring-session shows the `Scheduled`, `Processing` and `Incident`
 * sessions, except those whose appointment is more than one day in the past. Other elements without a resource show the
 * sessions of their user. An exam-session, and an assessment-viewer of a learner, show only sessions of their user.
 */
export const listEmbedSessions = sqlStatement(
  {
    parameters: { secretHash: tokenState.secretHash },
    row: {
      sid: examSession.sid,
      examSid: examSession.examSid,
      enrollmentSid: examSession.enrollmentSid,
      examTitle: value<string>(),
      learner: value<string>(),
      status: examSession.status,
      appointmentDate: examSession.appointmentDate,
      running: value<boolean>(),
    },
  },
  p => sql`
    with token as (
      select f.install_sid, f.element_type, f.resource, f.target_user_sid,
        f.element_type = 'exam-session' or f.element_type = 'assessment-viewer' and u.role = 'learner' is_learner,
        case when f.resource ~ '^(ES|EX)[0-9a-f]{32}$' then substr(f.resource, 3)::uuid end resource_sid
      from sts_token t
      join sts_family f on f.sid = t.family_sid
      left join users u on u.sid = f.target_user_sid
      where t.secret_hash = ${p.secretHash}
    ),
    visible as (
      select s.sid, s.exam_sid, s.enrollment_sid, s.user_sid, s.status, s.appointment_date, s.created_date,
        ${isRunning} running,
        token.element_type = 'proctoring-session' and ${isRunning} is_first,
        token.element_type = 'proctoring-session' and coalesce(${isUpcoming}, false) is_next
      from token,
      lateral (
        select s.* from exam_session s
        where not token.is_learner and left(token.resource, 2) = 'ES' and s.sid = token.resource_sid
        union all
        select s.* from exam_session s
        where not token.is_learner and left(token.resource, 2) = 'EX' and s.exam_sid = token.resource_sid
        union all
        select s.* from exam_session s
        where s.user_sid = token.target_user_sid and (
          token.element_type <> 'proctoring-session' and token.resource = '*'
          or token.is_learner and token.resource_sid in (s.sid, s.exam_sid))
        union all
        select s.* from proctored_sessions(token.install_sid, ${recentSince}) proctored(sid)
          join exam_session s on s.sid = proctored.sid
        where token.element_type = 'proctoring-session' and token.resource = '*'
      ) s
      where s.install_sid = token.install_sid
    ),
    listed as (select * from visible order by ${inOrder} limit ${maxSessions})
    select sid, exam_sid, enrollment_sid, status, appointment_date, running,
      (select title from exam where exam.sid = exam_sid) exam_title,
      (select concat_ws(' ', first_name, last_name) from users where users.sid = user_sid) learner
    from listed
    order by ${inOrder}`,
)
