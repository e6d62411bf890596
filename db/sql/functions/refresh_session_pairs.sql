-- Updates session_pair for the sessions that a statement wrote: for each pair of enrollment and exam the newest session
-- and a summary of its earlier sessions. Void attempts count for nothing: a
-- pair that has only void ones has no row.
-- Called by: the triggers exam_session_insert_refreshes_pairs and exam_session_update_refreshes_pairs.
CREATE OR REPLACE FUNCTION refresh_session_pairs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Locks first, in a fixed order; the next statement then reads the changes that other transactions have committed.
  PERFORM FROM session_pair p
  WHERE (p.enrollment_sid, p.exam_sid) IN (SELECT w.enrollment_sid, w.exam_sid FROM written w)
  ORDER BY p.enrollment_sid, p.exam_sid FOR UPDATE;

  INSERT INTO session_pair AS p (enrollment_sid, exam_sid, install_sid, course_sid, user_sid, session_sid, status,
    is_cancelled, created_date, had_cancelled, had_closed, attempts_used)
  SELECT DISTINCT ON (s.enrollment_sid, s.exam_sid)
    s.enrollment_sid, s.exam_sid, s.install_sid, s.course_sid, s.user_sid, s.sid, s.status,
    s.cancelled_date IS NOT NULL, s.created_date,
    bool_or(s.cancelled_date IS NOT NULL) OVER pair,
    bool_or(s.status = 'Closed' AND s.cancelled_date IS NULL) OVER pair,
    count(s.in_progress_date) OVER pair
  FROM (SELECT DISTINCT w.enrollment_sid, w.exam_sid FROM written w) w
  JOIN exam_session s ON s.enrollment_sid = w.enrollment_sid AND s.exam_sid = w.exam_sid
    AND NOT is_void(s.cancelled_date, s.status_reason)
  WINDOW pair AS (PARTITION BY s.enrollment_sid, s.exam_sid)
  ORDER BY s.enrollment_sid, s.exam_sid, s.cancelled_date IS NOT NULL, s.created_date DESC, s.sid DESC
  ON CONFLICT (enrollment_sid, exam_sid) DO UPDATE SET
    session_sid = excluded.session_sid, status = excluded.status, is_cancelled = excluded.is_cancelled,
    created_date = excluded.created_date, had_cancelled = excluded.had_cancelled, had_closed = excluded.had_closed,
    attempts_used = excluded.attempts_used
  WHERE (p.session_sid, p.status, p.is_cancelled, p.created_date, p.had_cancelled, p.had_closed, p.attempts_used)
    IS DISTINCT FROM (excluded.session_sid, excluded.status, excluded.is_cancelled, excluded.created_date,
      excluded.had_cancelled, excluded.had_closed, excluded.attempts_used);

  IF EXISTS (SELECT FROM written w WHERE is_void(w.cancelled_date, w.status_reason)) THEN
    DELETE FROM session_pair p
    WHERE (p.enrollment_sid, p.exam_sid) IN (SELECT w.enrollment_sid, w.exam_sid FROM written w)
      AND NOT EXISTS (
        SELECT FROM exam_session s
        WHERE s.enrollment_sid = p.enrollment_sid AND s.exam_sid = p.exam_sid
          AND NOT is_void(s.cancelled_date, s.status_reason));
  END IF;
  RETURN NULL;
END
$$;
