-- Inserts the next session in the series of each cancelled session, if the exam is still assigned to the learner, its
-- window is not over, attempts are left and the learner has no other session of the exam ahead. The session after a void
-- attempt starts no series. A series continues the count of the learner's changes.
-- Parameters: cancelled: sessions; the caller has locked their courses, so that nobody is withdrawn meanwhile. at: the
-- time at which windows are over, where is_open of session_entitlement uses now(). A test holds that they are equal.
-- Called by: close_no_shows, DELETE .../sessions/{sessionSid} and POST .../void.
CREATE OR REPLACE FUNCTION insert_follow_ups(cancelled uuid[], at timestamptz) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO exam_session
    (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, duration, series,
      reschedule_count)
  SELECT uuid_v7(), s.install_sid, s.course_sid, s.exam_sid, s.enrollment_sid, s.user_sid,
    replace(gen_random_uuid()::text, '-', ''), t.duration,
    CASE WHEN NOT is_void(s.cancelled_date, s.status_reason) THEN s.series END,
    CASE WHEN is_void(s.cancelled_date, s.status_reason) THEN 0 ELSE s.reschedule_count END
  FROM exam_session s
  JOIN session_entitlement t ON t.enrollment_sid = s.enrollment_sid AND t.exam_sid = s.exam_sid
  WHERE s.sid = ANY (cancelled) AND t.is_assigned AND t.has_attempts_left
    AND (t.exam_close_date IS NULL OR t.exam_close_date > at)
  ON CONFLICT DO NOTHING
$$;
