-- Returns the members of the effective configuration of a learner in an exam that decide about its sessions; no row without a
-- primary configuration. A function keeps the plan for each connection: to plan a statement with the view takes ten times as long
-- as to execute it. It is STABLE, so it reads the snapshot of the statement that calls it.
-- Parameters: the sids of the enrollment and the exam.
-- Returns: as the view. Not as its row, because then a migration could not drop the view.
-- Called by: src/proctoring/sessions/effective-of-session.ts.
CREATE OR REPLACE FUNCTION effective_configuration_of(of_enrollment uuid, of_exam uuid)
RETURNS TABLE (install_sid uuid, is_assigned boolean, exam_open_date timestamptz, exam_close_date timestamptz,
  schedule_open_date timestamptz, schedule_close_date timestamptz, duration integer, proctor_types text[],
  instructors_of_sid uuid)
LANGUAGE plpgsql STABLE ROWS 1 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
  SELECT f.install_sid, f.is_assigned, f.exam_open_date, f.exam_close_date, f.schedule_open_date, f.schedule_close_date,
    f.duration, f.proctor_types, f.instructors_of_sid
  FROM effective_configuration f
  WHERE f.enrollment_sid = of_enrollment AND f.exam_sid = of_exam;
END
$$;
