-- Enrolls the members of sections in their courses: inserts the enrollment, or activates it and sets its role. A person
-- in several sections of a course is an instructor if the person is one in any of them; sections that the rows do not list count
-- unless the rows are complete. A person who was erased since the rows were staged is not enrolled.
-- Parameters: is_complete: whether the rows are all members.
-- Returns: courses: those of the enrollments that changed; updated: the number of these that already had a listed section. Rows
-- that add a section are counted by join_roster_sections.
-- Called by: apply_roster_enrollments.
CREATE OR REPLACE FUNCTION enroll_roster_members(install uuid, is_complete boolean,
  OUT courses uuid[], OUT updated int)
LANGUAGE plpgsql AS $$
BEGIN
  -- Waits for an erasure of a person who is enrolled here. A later one waits for this import, and withdraws the enrollment.
  PERFORM FROM users u WHERE u.sid IN (
    SELECT r.person FROM roster_member r
    LEFT JOIN enrollment e ON e.course_sid = r.course AND e.user_sid = r.person AND e.status = 'active'
    WHERE NOT r.gone AND e.sid IS NULL)
  ORDER BY u.sid FOR SHARE;
  WITH wanted AS (
    SELECT r.course, r.person, least(min(r.role), (
      SELECT min(coalesce(m.role, e.role)) FROM enrollment e
      JOIN enrollment_section m ON m.enrollment_sid = e.sid
      JOIN section s ON s.sid = m.section_sid AND s.sis_id IS NOT NULL
      WHERE NOT is_complete AND e.course_sid = r.course AND e.user_sid = r.person
        AND NOT EXISTS (SELECT FROM roster_member l WHERE l.section = s.sid AND l.person = r.person))) AS role
    FROM roster_member r
    WHERE NOT r.gone AND NOT EXISTS (SELECT FROM users u WHERE u.sid = r.person AND u.erased_date IS NOT NULL)
    GROUP BY r.course, r.person
  ), changed AS (
    INSERT INTO enrollment AS e (sid, install_sid, course_sid, user_sid, role)
    SELECT uuid_v7(), install, course, person, role FROM wanted
    ON CONFLICT (course_sid, user_sid) DO UPDATE SET status = 'active', role = excluded.role, edit_date = now()
    WHERE (e.status, e.role) IS DISTINCT FROM ('active', excluded.role)
    RETURNING e.course_sid, e.user_sid
  )
  SELECT coalesce(array_agg(course_sid), '{}'),
    count(*) FILTER (WHERE EXISTS (
      SELECT FROM enrollment e
      JOIN enrollment_section m ON m.enrollment_sid = e.sid
      JOIN roster_member r ON r.section = m.section_sid AND r.person = e.user_sid AND NOT r.gone
      WHERE e.course_sid = changed.course_sid AND e.user_sid = changed.user_sid))
  FROM changed INTO courses, updated;
END
$$;
