-- Each trigger names the pairs of which something may be said that was not, or is not said any more. Whoever writes what
-- they watch holds the course; what goes with a deleted row (an assignment, a section) comes here as its own deletion.
CREATE OR REPLACE FUNCTION adjust_by_accommodation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_adjustments(array_agg(c.enrollment_sid), array_agg(c.exam_sid))
  FROM changed c WHERE c.enrollment_sid IS NOT NULL HAVING count(*) > 0;
  RETURN NULL;
END
$$;
