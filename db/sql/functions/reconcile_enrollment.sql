-- Reconciles the sessions of one enrollment, with the rules of reconcile_assigned. Its statements read few rows by their
-- keys, so one plan serves all enrollments: planning takes longer than executing.
-- Parameters: enrollment: the caller has locked its course. exam: null for all of the course. reason: the status_reason of
-- the sessions that it closes.
-- Called by: reconcile_assigned.
CREATE OR REPLACE FUNCTION reconcile_enrollment(enrollment uuid, exam uuid, reason text) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  UPDATE exam_session s
  SET status = 'Closed', status_reason = reason, cancelled_date = now(), edit_date = now()
  WHERE s.enrollment_sid = enrollment AND (exam IS NULL OR s.exam_sid = exam)
    AND is_closable(s.status, s.in_progress_date)
    AND NOT EXISTS (SELECT FROM assigned_exam a WHERE a.enrollment_sid = enrollment AND a.exam_sid = s.exam_sid);

  UPDATE exam_session s
  SET duration = c.duration, edit_date = now()
  FROM effective_configuration c
  WHERE s.enrollment_sid = enrollment AND (exam IS NULL OR s.exam_sid = exam)
    AND awaits_appointment(s.status)
    AND c.enrollment_sid = enrollment AND c.exam_sid = s.exam_sid AND c.duration IS DISTINCT FROM s.duration;

  INSERT INTO exam_session
    (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, duration)
  SELECT uuid_v7(), t.install_sid, t.course_sid, t.exam_sid, t.enrollment_sid, t.user_sid,
    replace(gen_random_uuid()::text, '-', ''), t.duration
  FROM session_entitlement t
  WHERE t.enrollment_sid = enrollment AND (exam IS NULL OR t.exam_sid = exam) AND t.is_entitled AND NOT t.has_current
  ON CONFLICT DO NOTHING;
END
$$;
