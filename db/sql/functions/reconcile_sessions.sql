-- Reconciles the sessions of courses, as reconcile_courses does, and returns nothing.
-- Parameters: as reconcile_courses.
-- Called by: reconcile_provisioned, apply_roster, and builds before reconcile_courses.
CREATE OR REPLACE FUNCTION reconcile_sessions(courses uuid[], exam uuid, enrollment uuid, reason text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM reconcile_courses(courses, exam, enrollment, reason);
END
$$;
