-- Withdraws the enrollments of roster_classless that have no section at the end of an import.
-- Returns: their courses.
-- Called by: apply_roster_enrollments, last.
CREATE OR REPLACE FUNCTION withdraw_roster_classless() RETURNS uuid[]
LANGUAGE plpgsql AS $$
DECLARE
  courses uuid[];
BEGIN
  WITH withdrawn AS (
    UPDATE enrollment e SET status = 'withdrawn', edit_date = now()
    WHERE e.sid IN (SELECT sid FROM roster_classless) AND e.status = 'active'
      AND NOT EXISTS (SELECT FROM enrollment_section m WHERE m.enrollment_sid = e.sid)
    RETURNING e.course_sid
  )
  SELECT coalesce(array_agg(course_sid), '{}') FROM withdrawn INTO courses;
  RETURN courses;
END
$$;
