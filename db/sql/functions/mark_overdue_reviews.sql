-- Marks sessions as overdue whose review was due. They can still be reviewed.
-- Parameters: at: the clock. amount: how many at most.
-- Returns: how many it marked. Less than `amount`: no more are due, or requests have locked the others.
-- Called by: src/proctoring/sessions/clock.
CREATE OR REPLACE FUNCTION mark_overdue_reviews(at timestamptz, amount integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  due uuid[];
BEGIN
  due := array(
    SELECT s.sid FROM exam_session s
    WHERE s.status = 'Processing' AND s.review_by_date <= at AND s.audit_status IS DISTINCT FROM 'Overdue'
    ORDER BY s.review_by_date LIMIT amount FOR NO KEY UPDATE SKIP LOCKED);
  UPDATE exam_session s SET audit_status = 'Overdue', edit_date = at WHERE s.sid = ANY (due);
  RETURN cardinality(due);
END
$$;
