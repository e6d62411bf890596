-- Inserts the next session in the series of each cancelled session, if the exam is still assigned to the learner, its
-- window is not over, attempts are left and the learner has no other session of the exam ahead. The session after a void
-- attempt starts no series. A series continues the count of the learner's changes.
-- Parameters: cancelled: sessions; the caller has locked their courses, so that nobody is withdrawn meanwhile. at: the
-- time at which windows are over, where is_open of session_entitlement uses now(). A test holds that they are equal.
-- The entitlement is read for one session after another: a join would read those of all enrollments. The plan is kept:
-- planning takes longer than executing.
-- Called by: close_no_shows, DELETE .../sessions/{sessionSid} and POST .../void.
CREATE OR REPLACE FUNCTION insert_follow_ups(cancelled uuid[], at timestamptz) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  INSERT INTO exam_session
    (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, duration, series,
      reschedule_count)
  SELECT uuid_v7(), s.install_sid, s.course_sid, s.exam_sid, s.enrollment_sid, s.user_sid,
    replace(gen_random_uuid()::text, '-', ''), t.duration,
    CASE WHEN NOT is_void(s.cancelled_date, s.status_reason) THEN s.series END,
    CASE WHEN is_void(s.cancelled_date, s.status_reason) THEN 0 ELSE s.reschedule_count END
  FROM exam_session s
  CROSS JOIN LATERAL (
    SELECT e.duration FROM session_entitlement e
    WHERE e.enrollment_sid = s.enrollment_sid AND e.exam_sid = s.exam_sid AND e.is_assigned AND e.has_attempts_left
      AND (e.exam_close_date IS NULL OR e.exam_close_date > at)
    LIMIT 1) t
  WHERE s.sid = ANY (cancelled)
  ON CONFLICT DO NOTHING;
END
$$;
