CREATE OR REPLACE FUNCTION adjust_by_accommodation_given() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_adjustments(array_agg(c.enrollment_sid), array_agg(c.exam_sid))
  FROM (
    SELECT n.enrollment_sid, n.exam_sid FROM after n JOIN before o ON o.sid = n.sid
    WHERE o.enrollment_sid IS DISTINCT FROM n.enrollment_sid
    UNION ALL
    SELECT o.enrollment_sid, o.exam_sid FROM after n JOIN before o ON o.sid = n.sid
    WHERE o.enrollment_sid IS DISTINCT FROM n.enrollment_sid
  ) c
  WHERE c.enrollment_sid IS NOT NULL HAVING count(*) > 0;
  RETURN NULL;
END
$$;
