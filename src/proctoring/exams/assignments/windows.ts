// The windows of assignments, together with those of the primary configuration, accommodations and other assignments.

import { sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { noTable } from '../../../../db/guard.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { type SidOf, uuidFromSid } from '../../../../db/sid.ts'

/** An assignment that a request writes, and its path in the body. */
export type Written = { sid: SidOf<'EA'>; path: string }

const ofExam = (examSid: SidOf<'EX'>) => sql.param(examSid, exam.sid)

/** The windows of learners that did not open before the changes, each as enrollment and name, separated by spaces. */
const unopenable = 'invigil.unopenable_windows'

/**
 * Builds the statement that precedes the changes, for `requireOpenWindows`: it notes the windows of single learners that do not
 * open before they close. Other changes can have caused that, such as the return of a learner who has an old accommodation.
 */
export const noteUnopenableWindows = (db: Database, examSid: SidOf<'EX'>) =>
  db
    .select({
      noted: sql<string>`set_config(${unopenable}, coalesce((
        select string_agg(concat(c.enrollment_sid, k.name), ' ')
        from effective_configuration c
        join adjustment j on j.enrollment_sid = c.enrollment_sid and j.exam_sid = c.exam_sid
          and (j.accommodation_sid is not null or j.assignment_sid is not null)
        cross join lateral (values
          ('exam', c.exam_open_date, c.exam_close_date),
          ('scheduling', c.schedule_open_date, c.schedule_close_date)
        ) k(name, opens, closes)
        where c.exam_sid = ${ofExam(examSid)} and k.opens >= k.closes), ''), true)`,
    })
    .from(noTable)

/**
 * Builds the statement that follows the changes: it checks that each window of the assignments opens before it closes. It
 * takes the dates that an assignment does not set from the primary configuration, and for each learner from the effective
 * configuration. A window that the assignment does not contribute to is not its fault, nor is that of a learner who left. An
 * assignment to sections does not repair a window that `noteUnopenableWindows` found: one learner does not block a section.
 * @throws Problem `invalid_request`
 */
export function requireOpenWindows(db: Database, examSid: SidOf<'EX'>, written: readonly Written[]) {
  const examUuid = ofExam(examSid)
  const assignments = JSON.stringify(written.map(({ sid, path }) => ({ sid: uuidFromSid(sid), path })))
  // The learners are read once, not for each assignment.
  const errors = sql`(
    with written as (
      select t.path, w.* from jsonb_to_recordset(${assignments}::jsonb) t(sid uuid, path text)
      join assignment_window w on w.sid = t.sid
    )
    select jsonb_agg(jsonb_build_object('code', 'invalid_value', 'path', r.path, 'message', concat(
      'The effective window', ' of the enrollment ' || sid_text('EN', r.enrollment_sid), ' would not open before it closes.')))
    from (
      select distinct on (p.path) p.path, e.enrollment_sid
      from (
        select w.*, null::uuid enrollment_sid, false is_of_section, coalesce(w.exam_open_date, p.exam_open_date) exam_open,
          coalesce(w.exam_close_date, p.exam_close_date) exam_close,
          coalesce(w.schedule_open_date, p.schedule_open_date) schedule_open,
          coalesce(w.schedule_close_date, p.schedule_close_date) schedule_close
        from written w join exam_configuration p on p.exam_sid = ${examUuid} and p.type = 'primary'
        union all
        select w.*, c.enrollment_sid, own.is_of_section, c.exam_open_date, c.exam_close_date, c.schedule_open_date,
          c.schedule_close_date
        from effective_configuration c
        join enrollment n on n.sid = c.enrollment_sid and n.role = 'learner' and n.status = 'active'
        join adjustment j on j.enrollment_sid = c.enrollment_sid and j.exam_sid = c.exam_sid
        cross join lateral (values (j.assignment_sid, false), (j.section_assignment_sid, true)) own(sid, is_of_section)
        join written w on w.sid = own.sid
        where c.exam_sid = ${examUuid}
      ) e
      cross join lateral (values
        ('exam', e.exam_open, e.exam_close, e.exam_open_date, e.exam_close_date),
        ('scheduling', e.schedule_open, e.schedule_close, e.schedule_open_date, e.schedule_close_date)
      ) k(name, opens, closes, own_open, own_close)
      cross join lateral (
        select concat(e.path, '.', k.name, case when k.closes = k.own_close then 'CloseDate' else 'OpenDate' end)) p(path)
      where k.opens >= k.closes and (k.opens = k.own_open or k.closes = k.own_close)
        and not (e.is_of_section and concat(e.enrollment_sid, k.name) in (
          select unnest(string_to_array(current_setting(${unopenable}), ' '))))
      order by p.path, e.enrollment_sid nulls first
    ) r)`
  return db.select({ checked: sql<string>`refuse(${errors})` }).from(noTable)
}
