-- Cancels sessions that were not started: the appointment and `no_show_grace_minutes` of the install are over. Creates a
-- follow-up session for each, as the cancellation of a session does.
-- Parameters: at: the clock. amount: how many at most.
-- Returns: how many it closed. Less than `amount`: no more are due, or requests have locked the others.
-- Called by: src/proctoring/sessions/clock.
CREATE OR REPLACE FUNCTION close_no_shows(at timestamptz, amount integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  courses uuid[];
  due uuid[];
BEGIN
  -- Waits for no course: the limit counts only those that no request has locked.
  courses := array(
    SELECT c.sid FROM exam_session s JOIN install i ON i.sid = s.install_sid JOIN course c ON c.sid = s.course_sid
    WHERE s.status = 'Scheduled' AND s.in_progress_date IS NULL AND s.ended_date IS NULL
      AND s.appointment_end_date <= at - i.no_show_grace_minutes * interval '1 minute' AND s.appointment_end_date <= at
    ORDER BY s.appointment_end_date LIMIT amount FOR NO KEY UPDATE OF c SKIP LOCKED);
  -- Reads again, with the locks: requests can have changed sessions and windows before.
  due := array(
    SELECT s.sid FROM exam_session s JOIN install i ON i.sid = s.install_sid
    WHERE s.status = 'Scheduled' AND s.in_progress_date IS NULL AND s.ended_date IS NULL
      AND s.appointment_end_date <= at - i.no_show_grace_minutes * interval '1 minute' AND s.appointment_end_date <= at
      AND s.course_sid = ANY (courses)
    ORDER BY s.appointment_end_date LIMIT amount FOR NO KEY UPDATE OF s SKIP LOCKED);
  UPDATE exam_session s
  SET status = 'Closed', status_reason = 'no-show', cancelled_date = at, edit_date = at, series = coalesce(s.series, s.sid)
  WHERE s.sid = ANY (due);
  PERFORM insert_follow_ups(due, at);
  RETURN cardinality(due);
END
$$;
