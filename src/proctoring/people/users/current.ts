// The current course of a user, and the exam of the next appointment in it.

import { type SQL, sql } from 'drizzle-orm'
import { user } from '../../../../db/schema/user.ts'

type Titled = { sid: string; title: string }

export type Current = { course: Titled; exam: Titled | null }

/**
 * The course of the latest active enrollment, and the exam of its next appointment, which may have started; null without an
 * enrollment. An expression for the columns of a statement on `users`.
 */
export const current: SQL<Current | null> = sql<Current | null>`(
  select jsonb_build_object('course', jsonb_build_object('sid', sid_text('CU', c.sid), 'title', c.title), 'exam', (
    select jsonb_build_object('sid', sid_text('EX', x.sid), 'title', x.title)
    from exam_session s join exam x on x.sid = s.exam_sid
    where s.enrollment_sid = e.sid and s.status in ('Pending Approval', 'Scheduled') and s.ended_date is null
      and coalesce(s.appointment_end_date, s.appointment_date) > now()
    order by s.appointment_date, s.sid limit 1))
  from enrollment e join course c on c.sid = e.course_sid and c.deleted_date is null
  where e.user_sid = ${user.sid} and e.status = 'active'
  order by e.created_date desc, e.sid desc limit 1)`
