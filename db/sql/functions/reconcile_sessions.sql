-- Brings the sessions of courses in line with the exams that learners are assigned. It closes sessions of learners who
-- are no longer assigned, unless they run; gives sessions without an appointment the duration of the effective
-- configuration; creates the missing sessions of exams whose window is not over. A learner who took the exam must ask
-- for another attempt. A learner whose session was cancelled by a withdrawal gets a new one by returning. Running it
-- again changes nothing. Each statement is planned for its scope: a plan for all scopes would read whole tables.
-- Parameters: courses: the caller has locked them. exam, enrollment: limit the sessions; null for all of the courses.
-- reason: the status_reason of the sessions that it closes.
-- Called by: reconcile_provisioned, apply_roster, src/proctoring/reconcile/sessions.ts.
CREATE OR REPLACE FUNCTION reconcile_sessions(courses uuid[], exam uuid, enrollment uuid, reason text) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  UPDATE exam_session s
  SET status = 'Closed', status_reason = reason, cancelled_date = now(), edit_date = now()
  WHERE s.course_sid = ANY (courses) AND (exam IS NULL OR s.exam_sid = exam) AND (enrollment IS NULL OR s.enrollment_sid = enrollment)
    AND s.status IN ('Needs Proctor', 'Pending Approval', 'Approval Denied', 'Scheduled') AND s.in_progress_date IS NULL
    AND NOT EXISTS (
      SELECT FROM assigned_exam a WHERE a.enrollment_sid = s.enrollment_sid AND a.exam_sid = s.exam_sid);

  UPDATE exam_session s
  SET duration = c.duration, edit_date = now()
  FROM effective_configuration c
  WHERE s.course_sid = ANY (courses) AND (exam IS NULL OR s.exam_sid = exam) AND (enrollment IS NULL OR s.enrollment_sid = enrollment)
    AND s.status IN ('Needs Proctor', 'Approval Denied')
    AND c.course_sid = ANY (courses) AND (exam IS NULL OR c.exam_sid = exam)
    AND (enrollment IS NULL OR c.enrollment_sid = enrollment)
    AND c.enrollment_sid = s.enrollment_sid AND c.exam_sid = s.exam_sid AND c.duration IS DISTINCT FROM s.duration;

  INSERT INTO exam_session
    (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, duration)
  SELECT uuid_v7(), c.install_sid, c.course_sid, c.exam_sid, c.enrollment_sid, c.user_sid,
    replace(gen_random_uuid()::text, '-', ''), c.duration
  FROM effective_configuration c
  LEFT JOIN session_pair p ON p.enrollment_sid = c.enrollment_sid AND p.exam_sid = c.exam_sid
  WHERE c.course_sid = ANY (courses) AND (exam IS NULL OR c.exam_sid = exam)
    AND (enrollment IS NULL OR c.enrollment_sid = enrollment)
    AND c.is_assigned AND (c.exam_close_date IS NULL OR c.exam_close_date > now())
    AND (p.session_sid IS NULL OR p.is_cancelled)
    AND (c.attempts IS NULL OR c.attempts > coalesce(p.attempts_used, 0))
  ON CONFLICT (enrollment_sid, exam_sid) WHERE status <> 'Closed' DO NOTHING;
END
$$;
