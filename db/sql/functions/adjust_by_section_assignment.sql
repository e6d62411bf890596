CREATE OR REPLACE FUNCTION adjust_by_section_assignment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_adjustments(array_agg(p.enrollment_sid), array_agg(p.exam_sid))
  FROM (
    SELECT s.enrollment_sid, a.exam_sid FROM changed c
    JOIN assignment a ON a.sid = c.assignment_sid
    JOIN enrollment_section s ON s.section_sid = c.section_sid
    UNION ALL
    SELECT j.enrollment_sid, j.exam_sid FROM changed c JOIN adjustment j ON j.section_assignment_sid = c.assignment_sid
  ) p
  HAVING count(*) > 0;
  RETURN NULL;
END
$$;
