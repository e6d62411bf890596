-- Adds the members of roster_member to their sections, or sets the roles and the ends of those who are members.
-- Returns: courses: those of the sections; created: the number of new members.
-- Called by: apply_roster_enrollments, after enroll_roster_members.
CREATE OR REPLACE FUNCTION join_roster_sections(OUT courses uuid[], OUT created int)
LANGUAGE plpgsql AS $$
BEGIN
  WITH joined AS (
    INSERT INTO enrollment_section AS s (enrollment_sid, section_sid, role, end_date)
    SELECT e.sid, m.section, m.role, m.ends FROM roster_member m
    JOIN enrollment e ON e.course_sid = m.course AND e.user_sid = m.person
    WHERE NOT m.gone
    ON CONFLICT (enrollment_sid, section_sid) DO UPDATE SET role = excluded.role, end_date = excluded.end_date
    WHERE (s.role, s.end_date) IS DISTINCT FROM (excluded.role, excluded.end_date)
    -- Of a row that is inserted, no other version was locked.
    RETURNING section_sid, s.xmax = 0 AS is_new
  )
  SELECT coalesce(array_agg(DISTINCT s.course_sid), '{}'), count(*)
  FROM joined JOIN section s ON s.sid = joined.section_sid WHERE joined.is_new INTO courses, created;
END
$$;
