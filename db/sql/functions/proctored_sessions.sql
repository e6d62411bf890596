-- Returns the sessions of an install that its proctors attend to, in five groups: running with a recent appointment, running with
-- an earlier one, ahead, in review, and missed. Each group has at most 100 and is a range of an index, so that its first
-- sessions are read without the others. Appointments of more than a day ago are left out.
-- It is a function so that the embeds of learners neither plan nor start these five scans.
-- Parameters: recent_since: the time since which an appointment is recent.
-- Called by: embed_sessions.
CREATE OR REPLACE FUNCTION proctored_sessions(install uuid, recent_since timestamptz) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE ROWS 100 AS $$
DECLARE
  since CONSTANT timestamptz := now() - interval '1 day';
BEGIN
  -- The condition of the index exam_session_attended is repeated, because Postgres uses the index only for its own words.
  RETURN QUERY
  (SELECT s.sid FROM exam_session s
    WHERE s.install_sid = install AND s.appointment_date > since AND s.appointment_date > recent_since
      AND (s.status IN ('Processing', 'Incident') OR s.status = 'Scheduled' AND s.in_progress_date IS NOT NULL)
      AND is_running(s.status, s.in_progress_date, s.ended_date)
    ORDER BY s.appointment_date, s.created_date DESC LIMIT 100)
  UNION ALL
  (SELECT s.sid FROM exam_session s
    WHERE s.install_sid = install AND s.appointment_date > since AND s.appointment_date <= recent_since
      AND (s.status IN ('Processing', 'Incident') OR s.status = 'Scheduled' AND s.in_progress_date IS NOT NULL)
      AND is_running(s.status, s.in_progress_date, s.ended_date)
    ORDER BY s.appointment_date, s.created_date DESC LIMIT 100)
  UNION ALL
  (SELECT s.sid FROM exam_session s
    WHERE s.install_sid = install AND s.appointment_date > since AND s.appointment_date > recent_since
      AND s.status = 'Scheduled' AND NOT is_running(s.status, s.in_progress_date, s.ended_date)
    ORDER BY s.appointment_date, s.created_date DESC LIMIT 100)
  UNION ALL
  (SELECT s.sid FROM exam_session s
    WHERE s.install_sid = install AND s.appointment_date > since
      AND (s.status IN ('Processing', 'Incident') OR s.status = 'Scheduled' AND s.in_progress_date IS NOT NULL)
      AND NOT is_running(s.status, s.in_progress_date, s.ended_date)
    ORDER BY s.appointment_date DESC, s.created_date DESC LIMIT 100)
  UNION ALL
  (SELECT s.sid FROM exam_session s
    WHERE s.install_sid = install AND s.appointment_date > since AND s.appointment_date <= recent_since
      AND s.status = 'Scheduled' AND NOT is_running(s.status, s.in_progress_date, s.ended_date)
    ORDER BY s.appointment_date DESC, s.created_date DESC LIMIT 100);
END
$$;
