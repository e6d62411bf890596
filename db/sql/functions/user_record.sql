-- Returns a user of the install with the time zone and what is current; no row without such a user, or for one that was merged into
-- another one. A function keeps the plan for each connection: to plan this query takes several times as long as to execute it.
-- Parameters: the sids of the path.
-- Returns: current: the course of the latest active enrollment, and the exam of its next appointment, which may have started; null
-- without an enrollment.
-- Called by: src/proctoring/people/users/queries.ts.
CREATE OR REPLACE FUNCTION user_record(of_install uuid, of_user uuid)
RETURNS TABLE (of_person users, zone time_zone, current jsonb)
LANGUAGE plpgsql STABLE ROWS 1 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
  SELECT u, z, (
    SELECT jsonb_build_object('course', jsonb_build_object('sid', sid_text('CU', c.sid), 'title', c.title), 'exam', (
      SELECT jsonb_build_object('sid', sid_text('EX', x.sid), 'title', x.title)
      FROM exam_session s JOIN exam x ON x.sid = s.exam_sid
      WHERE s.enrollment_sid = e.sid AND s.status IN ('Pending Approval', 'Scheduled') AND s.ended_date IS NULL
        AND coalesce(s.appointment_end_date, s.appointment_date) > now()
      ORDER BY s.appointment_date, s.sid LIMIT 1))
    FROM enrollment e JOIN course c ON c.sid = e.course_sid AND c.deleted_date IS NULL
    WHERE e.user_sid = u.sid AND e.status = 'active'
    ORDER BY e.created_date DESC, e.sid DESC LIMIT 1)
  FROM users u LEFT JOIN time_zone z ON z.sid = u.time_zone_sid
  WHERE u.sid = of_user AND u.install_sid = of_install AND u.merged_into_sid IS NULL;
END
$$;
