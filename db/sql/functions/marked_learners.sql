-- Returns the users of an install that the marks of unscheduled_mark stand for: those whose rows in unscheduled_learner may be
-- out of date. It reads the snapshot of the calling statement. Its plan is kept: planning takes longer than executing.
-- Called by: src/proctoring/reports/unscheduled-set.ts.
CREATE OR REPLACE FUNCTION marked_learners(install uuid) RETURNS uuid[]
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF EXISTS (SELECT FROM unscheduled_mark m WHERE m.install_sid IS NULL) THEN
    RETURN ARRAY(SELECT u.sid FROM users u WHERE u.install_sid = install);
  END IF;
  RETURN ARRAY(
    SELECT m.user_sid FROM unscheduled_mark m WHERE m.install_sid = install AND m.user_sid IS NOT NULL
    UNION
    SELECT e.user_sid FROM unscheduled_mark m JOIN enrollment e ON e.course_sid = m.course_sid
    WHERE m.install_sid = install);
END
$$;
