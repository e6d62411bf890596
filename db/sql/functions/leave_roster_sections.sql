-- Removes the members of sections that roster_member deletes or, when it is complete, does not list. An enrollment that
-- loses its last section is withdrawn; in a course that was deleted earlier, it stays withdrawn when the course is restored.
-- Adds the enrollments that lost a section to roster_classless.
-- Returns: courses: those of the sections; deleted: the number of removed members.
-- Called by: apply_roster_enrollments, after join_roster_sections.
CREATE OR REPLACE FUNCTION leave_roster_sections(install uuid, is_complete boolean, OUT courses uuid[], OUT deleted int)
LANGUAGE plpgsql AS $$
BEGIN
  WITH removed AS (
    DELETE FROM enrollment_section m USING enrollment e, (
      SELECT n.sid, r.section FROM roster_member r
      JOIN enrollment n ON n.course_sid = r.course AND n.user_sid = r.person
      WHERE r.gone
      UNION ALL
      SELECT k.enrollment_sid, k.section_sid FROM section s
      JOIN enrollment_section k ON k.section_sid = s.sid
      JOIN enrollment n ON n.sid = k.enrollment_sid
      JOIN users u ON u.sid = n.user_sid AND u.sis_id IS NOT NULL
      WHERE is_complete AND s.install_sid = install AND s.sis_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM roster_member r WHERE r.section = s.sid AND r.person = u.sid)
    ) d
    WHERE m.enrollment_sid = d.sid AND m.section_sid = d.section AND e.sid = m.enrollment_sid
    RETURNING e.sid, e.course_sid
  ), listed AS (
    INSERT INTO roster_classless (sid) SELECT DISTINCT r.sid FROM removed r
  ), emptied AS (
    SELECT r.sid FROM removed r GROUP BY r.sid
    -- The snapshot of this statement has the members before the deletion.
    HAVING count(*) = (SELECT count(*) FROM enrollment_section m WHERE m.enrollment_sid = r.sid)
  ), withdrawn AS (
    UPDATE enrollment e SET status = 'withdrawn', edit_date = now()
    WHERE e.sid IN (SELECT sid FROM emptied) AND e.status = 'active'
  ), undated AS (
    -- Without a date, an enrollment that was withdrawn with its course does not return with it.
    UPDATE enrollment e SET withdrawn_date = NULL
    FROM course c
    WHERE e.sid IN (SELECT sid FROM emptied) AND e.status = 'withdrawn' AND c.sid = e.course_sid
      AND c.deleted_date = e.withdrawn_date AND c.deleted_date <> now()::timestamptz(3)
  )
  SELECT coalesce(array_agg(course_sid), '{}'), count(*) FROM removed INTO courses, deleted;
END
$$;
