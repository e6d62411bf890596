-- Reconciles the sessions of courses with the exams that learners are assigned. It closes sessions of learners who
-- are no longer assigned, unless they run; sets the duration of sessions without an appointment to the effective
-- one; creates the missing sessions of active exams whose window is not over. Sessions of drafts remain. A learner who
-- took the exam must request another attempt. A learner whose session was cancelled by a withdrawal gets a new one on
-- return. It is idempotent. Each statement is planned for its scope: a plan for all scopes would read whole tables. Courses
-- with up to three enrollments are reconciled one enrollment after the other, which takes less time than the planning.
-- Parameters: courses: the caller has locked them. exam: limits the sessions; null for all of the courses. enrollment:
-- reconciles only this one (reconcile_enrollment). reason: the status_reason of the sessions that it closes.
-- The sessions that it closes and changes: `reconciliation` of src/proctoring/sessions/transitions.ts; a test compares them.
-- Called by: reconcile_courses.
CREATE OR REPLACE FUNCTION reconcile_assigned(courses uuid[], exam uuid, enrollment uuid, reason text) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  few uuid[] := ARRAY[enrollment];
BEGIN
  IF enrollment IS NULL THEN
    few := ARRAY(SELECT e.sid FROM enrollment e WHERE e.course_sid = ANY (courses) LIMIT 4);
  END IF;
  IF cardinality(few) < 4 THEN
    FOREACH enrollment IN ARRAY few LOOP
      PERFORM reconcile_enrollment(enrollment, exam, reason);
    END LOOP;
    RETURN;
  END IF;

  UPDATE exam_session s
  SET status = 'Closed', status_reason = reason, cancelled_date = now(), edit_date = now()
  WHERE s.course_sid = ANY (courses) AND (exam IS NULL OR s.exam_sid = exam)
    AND is_closable(s.status, s.in_progress_date)
    AND NOT EXISTS (
      SELECT FROM assigned_exam a WHERE a.enrollment_sid = s.enrollment_sid AND a.exam_sid = s.exam_sid);

  UPDATE exam_session s
  SET duration = c.duration, edit_date = now()
  FROM effective_configuration c
  WHERE s.course_sid = ANY (courses) AND (exam IS NULL OR s.exam_sid = exam)
    AND awaits_appointment(s.status)
    AND c.course_sid = ANY (courses) AND (exam IS NULL OR c.exam_sid = exam)
    AND c.enrollment_sid = s.enrollment_sid AND c.exam_sid = s.exam_sid AND c.duration IS DISTINCT FROM s.duration;

  INSERT INTO exam_session
    (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, duration)
  SELECT uuid_v7(), t.install_sid, t.course_sid, t.exam_sid, t.enrollment_sid, t.user_sid,
    replace(gen_random_uuid()::text, '-', ''), t.duration
  FROM session_entitlement t
  WHERE t.course_sid = ANY (courses) AND (exam IS NULL OR t.exam_sid = exam) AND t.is_entitled AND NOT t.has_current
  ON CONFLICT DO NOTHING;
END
$$;
