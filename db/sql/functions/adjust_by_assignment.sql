-- Refreshes the adjustments of the pairs that a statement concerns by its assignments to enrollments that were inserted
-- or deleted. The writer has locked the course. Rows that a cascade deletes arrive as the deletion of their own table.
-- Called by: the triggers assignment_enrollment_insert_adjusts and assignment_enrollment_delete_adjusts.
CREATE OR REPLACE FUNCTION adjust_by_assignment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_adjustments(array_agg(p.enrollment_sid), array_agg(p.exam_sid))
  FROM (
    SELECT c.enrollment_sid, a.exam_sid FROM changed c JOIN assignment a ON a.sid = c.assignment_sid
    UNION ALL
    SELECT j.enrollment_sid, j.exam_sid FROM changed c
    JOIN adjustment j ON j.enrollment_sid = c.enrollment_sid AND j.assignment_sid = c.assignment_sid
  ) p
  HAVING count(*) > 0;
  RETURN NULL;
END
$$;
