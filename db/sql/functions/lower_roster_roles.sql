-- Sets the role of the enrollments of roster_classless that are active: a person who left the sections in which they were
-- instructor is one no longer, if a roster lists them in the remaining ones. In sections of a roster that has not listed the
-- membership since its role is stored, the role of the enrollment counts.
-- Returns: the courses of the enrollments that changed.
-- Called by: apply_roster_enrollments, after withdraw_roster_classless.
CREATE OR REPLACE FUNCTION lower_roster_roles() RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  courses uuid[];
BEGIN
  WITH lowered AS (
    UPDATE enrollment e SET role = remaining.role, edit_date = now()
    FROM (
      SELECT n.sid, min(coalesce(m.role, n.role)) AS role
      FROM enrollment n
      JOIN enrollment_section m ON m.enrollment_sid = n.sid
      JOIN section s ON s.sid = m.section_sid AND s.sis_id IS NOT NULL
      WHERE n.sid IN (SELECT sid FROM roster_classless) AND n.status = 'active'
      GROUP BY n.sid
    ) remaining
    WHERE e.sid = remaining.sid AND e.role <> remaining.role
    RETURNING e.course_sid
  )
  SELECT coalesce(array_agg(course_sid), '{}') FROM lowered INTO courses;
  RETURN courses;
END
$$;
