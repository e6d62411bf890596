-- Returns whether a learner may have a session of an exam now, as the view session_entitlement; no row without a primary
-- configuration. A function keeps the plan for each connection, and reads the snapshot of the statement that calls it, as
-- effective_configuration_of.
-- Parameters: the sids of the enrollment and the exam.
-- Returns: the columns of the view that the callers need. Not as its row, because then a migration could not drop the view.
-- Called by: src/proctoring/sessions/effective-of-session.ts.
CREATE OR REPLACE FUNCTION session_entitlement_of(of_enrollment uuid, of_exam uuid)
RETURNS TABLE (install_sid uuid, course_sid uuid, user_sid uuid, duration integer, is_assigned boolean,
  has_attempts_left boolean)
LANGUAGE plpgsql STABLE ROWS 1 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
  SELECT t.install_sid, t.course_sid, t.user_sid, t.duration, t.is_assigned, t.has_attempts_left
  FROM session_entitlement t
  WHERE t.enrollment_sid = of_enrollment AND t.exam_sid = of_exam;
END
$$;
