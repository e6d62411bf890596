-- Adds the members of roster_member to their sections.
-- Returns: courses: those of the sections; created: the number of new members.
-- Called by: apply_roster_enrollments, after enroll_roster_members.
CREATE OR REPLACE FUNCTION join_roster_sections(OUT courses uuid[], OUT created int)
LANGUAGE plpgsql AS $$
BEGIN
  WITH joined AS (
    INSERT INTO enrollment_section (enrollment_sid, section_sid)
    SELECT e.sid, m.section FROM roster_member m
    JOIN enrollment e ON e.course_sid = m.course AND e.user_sid = m.person
    WHERE NOT m.gone
    ON CONFLICT DO NOTHING
    RETURNING section_sid
  )
  SELECT coalesce(array_agg(DISTINCT s.course_sid), '{}'), count(*)
  FROM joined JOIN section s ON s.sid = joined.section_sid INTO courses, created;
END
$$;
