// The windows of assignments, together with those of the primary configuration, accommodations and other assignments.

import { sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { noTable } from '../../../../db/guard.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { type SidOf, uuidFromSid } from '../../../../db/sid.ts'

/** An assignment that a request writes, and its path in the body. */
export type Written = { sid: SidOf<'EA'>; path: string }

/**
 * Builds the statement that follows the changes: it checks that each window of the assignments opens before it closes. It
 * takes the dates that an assignment does not set from the primary configuration, and for each learner from the effective
 * configuration. A window that the assignment does not contribute to is not its fault, nor is that of a learner who left.
 * @throws Problem `invalid_request`
 */
export function requireOpenWindows(db: Database, examSid: SidOf<'EX'>, written: readonly Written[]) {
  const examUuid = sql.param(examSid, exam.sid)
  const assignments = JSON.stringify(written.map(({ sid, path }) => ({ sid: uuidFromSid(sid), path })))
  // The learners are read once, not for each assignment.
  const errors = sql`(
    with written as (
      select t.path, w.* from jsonb_to_recordset(${assignments}::jsonb) t(sid uuid, path text)
      join assignment_window w on w.sid = t.sid
    )
    select jsonb_agg(distinct jsonb_build_object('code', 'invalid_value',
      'path', concat(e.path, '.', k.name, case when k.closes = k.own_close then 'CloseDate' else 'OpenDate' end),
      'message', 'The effective window would not open before it closes.'))
    from (
      select w.*, coalesce(w.exam_open_date, p.exam_open_date) exam_open,
        coalesce(w.exam_close_date, p.exam_close_date) exam_close,
        coalesce(w.schedule_open_date, p.schedule_open_date) schedule_open,
        coalesce(w.schedule_close_date, p.schedule_close_date) schedule_close
      from written w join exam_configuration p on p.exam_sid = ${examUuid} and p.type = 'primary'
      union all
      select w.*, c.exam_open_date, c.exam_close_date, c.schedule_open_date, c.schedule_close_date
      from effective_configuration c
      join enrollment n on n.sid = c.enrollment_sid and n.role = 'learner' and n.status = 'active'
      join adjustment j on j.enrollment_sid = c.enrollment_sid and j.exam_sid = c.exam_sid
      cross join lateral (values (j.assignment_sid), (j.section_assignment_sid)) own(sid)
      join written w on w.sid = own.sid
      where c.exam_sid = ${examUuid}
    ) e
    cross join lateral (values
      ('exam', e.exam_open, e.exam_close, e.exam_open_date, e.exam_close_date),
      ('scheduling', e.schedule_open, e.schedule_close, e.schedule_open_date, e.schedule_close_date)
    ) k(name, opens, closes, own_open, own_close)
    where k.opens >= k.closes and (k.opens = k.own_open or k.closes = k.own_close))`
  return db.select({ checked: sql<string>`refuse(${errors})` }).from(noTable)
}
