-- Cancels sessions without a confirmed appointment whose learner can no longer take the exam: its effective window is over.
-- The window is read for one session after another: a join would read those of all enrollments for each batch.
-- Parameters: at: the clock. amount: how many at most.
-- Returns: how many it closed. Less than `amount`: no more are due, or requests have locked the others.
-- Called by: src/proctoring/sessions/clock.
CREATE OR REPLACE FUNCTION close_missed_windows(at timestamptz, amount integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  exams uuid[];
  courses uuid[];
  due uuid[];
BEGIN
  -- The exams that have closed for somebody: in any time zone, a date is over at most 14 hours before it is in UTC.
  exams := array(
    SELECT c.exam_sid FROM exam_configuration c WHERE c.exam_close_date <= at
    UNION SELECT a.exam_sid FROM assignment a WHERE a.exam_close_date < (at AT TIME ZONE 'UTC' + interval '14 hours')::date);
  -- Waits for no course: the limit counts only those that no request has locked.
  courses := array(
    SELECT k.sid FROM exam_session s
    JOIN course k ON k.sid = s.course_sid
    WHERE s.exam_sid = ANY (exams) AND s.status IN ('Needs Proctor', 'Pending Approval', 'Approval Denied')
      AND (SELECT c.exam_close_date FROM effective_configuration c
        WHERE c.enrollment_sid = s.enrollment_sid AND c.exam_sid = s.exam_sid) <= at
    LIMIT amount FOR NO KEY UPDATE OF k SKIP LOCKED);
  -- Reads again, with the locks: requests can have changed sessions and windows before.
  due := array(
    SELECT s.sid FROM exam_session s
    WHERE s.course_sid = ANY (courses) AND s.exam_sid = ANY (exams)
      AND s.status IN ('Needs Proctor', 'Pending Approval', 'Approval Denied')
      AND (SELECT c.exam_close_date FROM effective_configuration c
        WHERE c.enrollment_sid = s.enrollment_sid AND c.exam_sid = s.exam_sid) <= at
    LIMIT amount FOR NO KEY UPDATE OF s SKIP LOCKED);
  UPDATE exam_session s
  SET status = 'Closed', status_reason = 'window-closed', cancelled_date = at, edit_date = at
  WHERE s.sid = ANY (due);
  RETURN cardinality(due);
END
$$;
