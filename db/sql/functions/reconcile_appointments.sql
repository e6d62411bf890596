-- Reconciles the appointments that have not started with the effective configuration, in this order. One outside the
-- window of the exam, or of an exam that is not active, is unscheduled. Durations and ends are adjusted. Seats:
-- place_appointments. Capacities of proctor types and groups: limit_appointments. Overlaps of a learner's appointments:
-- separate_appointments. An unscheduled session needs a proctor again, for the reason `configuration-changed`, and its seat is
-- free. The history has the triggers `adjust` and `unschedule` of src/proctoring/sessions/transitions.ts. It is idempotent.
-- A change that is only tried (is_tried) locks and writes no appointment.
-- Parameters: courses: the caller has locked them. exam: null for all of the courses. enrollment: null for all of these.
-- Returns: the sessions that it changed, with the values before (was_*) and after.
-- Called by: reconcile_courses.
CREATE OR REPLACE FUNCTION reconcile_appointments(courses uuid[], exam uuid, enrollment uuid)
RETURNS TABLE (session_sid uuid, exam_sid uuid, enrollment_sid uuid, user_sid uuid,
  was_status text, was_starts timestamptz, was_ends timestamptz, was_duration integer, was_slot uuid,
  status text, starts timestamptz, ends timestamptz, duration integer, slot uuid)
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  trigger_before text := coalesce(current_setting('invigil.trigger', true), '');
BEGIN
  -- Most reconciliations find nothing to change, so this comes before the locks.
  IF NOT EXISTS (
    SELECT FROM appointment_fits(courses, exam, enrollment) f
    WHERE NOT f.fits OR f.duration IS DISTINCT FROM f.was_duration OR f.ends IS DISTINCT FROM f.was_ends
      OR CASE WHEN f.slots_of IS NULL THEN f.was_slot IS NOT NULL ELSE NOT f.keeps_slot END
  ) AND NOT EXISTS (
    SELECT FROM instructor_proctor i
    WHERE i.sid IN (
        SELECT s.instructor_proctor_sid FROM exam_session s
        WHERE s.course_sid = ANY (courses) AND (exam IS NULL OR s.exam_sid = exam)
          AND (enrollment IS NULL OR s.enrollment_sid = enrollment) AND is_upcoming(s.status, s.in_progress_date))
      AND i.capacity < (
        SELECT count(*) FROM exam_session o WHERE o.instructor_proctor_sid = i.sid AND o.cancelled_date IS NULL)
  ) THEN RETURN; END IF;

  IF NOT is_tried() THEN
    PERFORM FROM exam_session s
    WHERE s.course_sid = ANY (courses) AND (exam IS NULL OR s.exam_sid = exam)
      AND (enrollment IS NULL OR s.enrollment_sid = enrollment) AND is_upcoming(s.status, s.in_progress_date)
    ORDER BY s.sid FOR NO KEY UPDATE;
  END IF;
  CREATE TEMPORARY TABLE appointment_plan ON COMMIT DROP AS
    SELECT f.*, CASE WHEN f.fits AND f.keeps_slot THEN f.was_slot END AS slot, NOT f.fits AS is_unscheduled
    FROM appointment_fits(courses, exam, enrollment) f;
  -- Without statistics, the planner expects few rows.
  ANALYZE appointment_plan;
  PERFORM place_appointments();
  PERFORM limit_appointments();
  PERFORM separate_appointments();

  IF NOT is_tried() THEN
    PERFORM set_config('invigil.trigger', 'unschedule', true);
    UPDATE exam_session s
    SET status = 'Needs Proctor', status_reason = 'configuration-changed', duration = p.duration, appointment_date = NULL,
      appointment_end_date = NULL, instructor_proctor_sid = NULL, date_scheduled = NULL, date_approved = NULL,
      -- The end of a reservation must not free the seat of the next appointment.
      external_reserved_appointment_id = NULL, external_reserved_appointment_expires = NULL, edit_date = now()
    FROM appointment_plan p
    WHERE p.sid = s.sid AND p.is_unscheduled;
    PERFORM set_config('invigil.trigger', 'adjust', true);
    UPDATE exam_session s
    SET duration = p.duration, appointment_end_date = p.ends, instructor_proctor_sid = p.slot, edit_date = now()
    FROM appointment_plan p
    WHERE p.sid = s.sid AND NOT p.is_unscheduled
      AND (p.duration, p.ends, p.slot) IS DISTINCT FROM (p.was_duration, p.was_ends, p.was_slot);
    PERFORM set_config('invigil.trigger', trigger_before, true);
  END IF;

  RETURN QUERY
  SELECT p.sid, p.exam_sid, p.enrollment_sid, p.user_sid, p.status, p.starts, p.was_ends, p.was_duration, p.was_slot,
    CASE WHEN p.is_unscheduled THEN 'Needs Proctor' ELSE p.status END,
    CASE WHEN NOT p.is_unscheduled THEN p.starts END, CASE WHEN NOT p.is_unscheduled THEN p.ends END, p.duration, p.slot
  FROM appointment_plan p
  WHERE p.is_unscheduled OR (p.duration, p.ends, p.slot) IS DISTINCT FROM (p.was_duration, p.was_ends, p.was_slot);
  DROP TABLE appointment_plan;
END
$$;
