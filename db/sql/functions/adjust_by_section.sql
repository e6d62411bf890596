-- Refreshes the adjustments of the pairs that a statement concerns by its members of sections that were inserted or
-- deleted. The writer has locked the course. Rows that a cascade deletes arrive as the deletion of their own table.
-- Called by: the triggers enrollment_section_insert_adjusts and enrollment_section_delete_adjusts.
CREATE OR REPLACE FUNCTION adjust_by_section() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_adjustments(array_agg(p.enrollment_sid), array_agg(p.exam_sid))
  FROM (
    SELECT c.enrollment_sid, a.exam_sid FROM changed c
    JOIN assignment_section t ON t.section_sid = c.section_sid
    JOIN assignment a ON a.sid = t.assignment_sid
    UNION ALL
    SELECT j.enrollment_sid, j.exam_sid FROM changed c
    JOIN adjustment j ON j.enrollment_sid = c.enrollment_sid AND j.section_assignment_sid IS NOT NULL
  ) p
  HAVING count(*) > 0;
  RETURN NULL;
END
$$;
