-- Refreshes the adjustments of the pairs that a statement concerns by its accommodations that were inserted or deleted.
-- The writer has locked the course. Rows that a cascade deletes arrive as the deletion of their own table.
-- Called by: the triggers exam_configuration_insert_adjusts and exam_configuration_delete_adjusts.
CREATE OR REPLACE FUNCTION adjust_by_accommodation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_adjustments(array_agg(c.enrollment_sid), array_agg(c.exam_sid))
  FROM changed c WHERE c.enrollment_sid IS NOT NULL HAVING count(*) > 0;
  RETURN NULL;
END
$$;
