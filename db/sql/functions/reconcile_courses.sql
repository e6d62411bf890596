-- Reconciles the sessions of courses: with the exams that learners are assigned (reconcile_assigned), and their
-- appointments with the effective configuration (reconcile_appointments).
-- Parameters: courses: the caller has locked them. exam: limits the sessions; null for all of the courses. enrollment:
-- limits them too. reason: the status_reason of the sessions that it closes.
-- Returns: the sessions with appointments that it changed or closed, with the values before (was_*) and after.
-- Called by: reconcile_sessions, src/proctoring/reconcile.
CREATE OR REPLACE FUNCTION reconcile_courses(courses uuid[], exam uuid, enrollment uuid, reason text)
RETURNS TABLE (session_sid uuid, exam_sid uuid, enrollment_sid uuid, user_sid uuid,
  was_status text, was_starts timestamptz, was_ends timestamptz, was_duration integer, was_slot uuid,
  status text, starts timestamptz, ends timestamptz, duration integer, slot uuid)
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
BEGIN
  -- Without appointments, as after most enrollments, only the first part is needed.
  IF NOT EXISTS (
    SELECT FROM exam_session s
    WHERE s.course_sid = ANY (courses) AND (exam IS NULL OR s.exam_sid = exam)
      AND (enrollment IS NULL OR s.enrollment_sid = enrollment)
      AND is_upcoming(s.status, s.in_progress_date) AND s.appointment_date IS NOT NULL
  ) THEN
    PERFORM reconcile_assigned(courses, exam, enrollment, reason);
    RETURN;
  END IF;

  RETURN QUERY
  SELECT s.sid, s.exam_sid, s.enrollment_sid, s.user_sid, s.status, s.appointment_date, s.appointment_end_date, s.duration,
    s.instructor_proctor_sid, 'Closed', s.appointment_date, s.appointment_end_date, s.duration, s.instructor_proctor_sid
  FROM exam_session s
  WHERE s.course_sid = ANY (courses) AND (exam IS NULL OR s.exam_sid = exam)
    AND (enrollment IS NULL OR s.enrollment_sid = enrollment)
    AND is_upcoming(s.status, s.in_progress_date) AND s.appointment_date IS NOT NULL
    AND NOT EXISTS (
      SELECT FROM assigned_exam a WHERE a.enrollment_sid = s.enrollment_sid AND a.exam_sid = s.exam_sid);
  PERFORM reconcile_assigned(courses, exam, enrollment, reason);
  RETURN QUERY SELECT * FROM reconcile_appointments(courses, exam, enrollment);
END
$$;
