-- Ends running sessions whose appointment and `overrun_grace_minutes` of the install are over, with the statuses of `end`:
-- an incident stays one, the others move to review or are closed. They take the review settings of the exam, as by `end`. The
-- grace of a session that was started after its appointment begins with the start.
-- Parameters: at: the clock. amount: how many at most. review_period: how long after the end a review without a process is
-- due.
-- Returns: how many it ended. Less than `amount`: no more are due, or requests have locked the others.
-- Called by: src/proctoring/sessions/clock.
CREATE OR REPLACE FUNCTION end_overruns(at timestamptz, amount integer, review_period interval) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  due uuid[];
BEGIN
  due := array(
    SELECT s.sid FROM exam_session s JOIN install i ON i.sid = s.install_sid
    WHERE s.status IN ('Scheduled', 'Incident') AND s.in_progress_date IS NOT NULL AND s.ended_date IS NULL
      AND greatest(s.appointment_end_date, s.in_progress_date) <= at - i.overrun_grace_minutes * interval '1 minute'
      AND s.appointment_end_date <= at
    ORDER BY s.appointment_end_date LIMIT amount FOR NO KEY UPDATE OF s SKIP LOCKED);
  UPDATE exam_session s
  SET status = CASE WHEN s.status = 'Incident' THEN s.status WHEN s.review_required THEN 'Processing' ELSE 'Closed' END,
    review_by_date = CASE WHEN s.status <> 'Incident' AND s.review_required
      THEN at + coalesce(p.hours_until_due * interval '1 hour', review_period) ELSE s.review_by_date END,
    proctor_review_process_sid = x.review_process_sid,
    review_complete_notification_url = x.review_complete_notification_url,
    status_reason = 'time-over', ended_date = at, edit_date = at
  FROM exam x LEFT JOIN review_process p ON p.sid = x.review_process_sid
  WHERE s.sid = ANY (due) AND x.sid = s.exam_sid;
  RETURN cardinality(due);
END
$$;
