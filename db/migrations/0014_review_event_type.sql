-- A trigger of db/sql gives new installs their event type. An install that is created before it has the trigger gets the type
-- with its first review.
ALTER TABLE "event_type" ADD COLUMN "code" text;
--> statement-breakpoint
INSERT INTO "event_type" ("sid", "install_sid", "name", "code", "opens_incident")
SELECT gen_random_uuid(), i."sid", 'Found in review', 'review', true FROM "install" i;
--> statement-breakpoint
-- The next migration replaces the index exam_session_active, which these functions named by its columns. db/sql replaces
-- them again.
CREATE OR REPLACE FUNCTION reconcile_sessions(courses uuid[], exam uuid, enrollment uuid, reason text) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  IF enrollment IS NOT NULL THEN
    PERFORM reconcile_enrollment(enrollment, exam, reason);
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
--> statement-breakpoint
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
