-- Refreshes the adjustments of the pairs between which a statement moved an accommodation. The writer has locked the
-- course.
-- Called by: the trigger exam_configuration_update_adjusts.
CREATE OR REPLACE FUNCTION adjust_by_accommodation_reassigned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_adjustments(array_agg(c.enrollment_sid), array_agg(c.exam_sid))
  FROM (
    (SELECT n.sid, n.enrollment_sid, n.exam_sid FROM after n
      EXCEPT SELECT o.sid, o.enrollment_sid, o.exam_sid FROM before o)
    UNION ALL
    (SELECT o.sid, o.enrollment_sid, o.exam_sid FROM before o
      EXCEPT SELECT n.sid, n.enrollment_sid, n.exam_sid FROM after n)
  ) c
  WHERE c.enrollment_sid IS NOT NULL HAVING count(*) > 0;
  RETURN NULL;
END
$$;
