-- Returns the users that have no appointment for an assigned exam with attempts left and an open window, and when the
-- last of these windows is over. It reads the snapshot of the calling statement.
-- Parameters: users: the users to examine. For few of them, one plan that reads by keys serves all calls, because
-- planning takes longer than executing. Many are planned for their number.
-- Called by: apply_unscheduled_marks, refill_unscheduled_learners, src/proctoring/reports/unscheduled-set.ts.
CREATE OR REPLACE FUNCTION unscheduled_until(users uuid[])
RETURNS TABLE (user_sid uuid, install_sid uuid, unscheduled_until timestamptz)
LANGUAGE plpgsql STABLE ROWS 100 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF cardinality(users) = 0 THEN RETURN; END IF;
  IF cardinality(users) > 200 THEN
    -- Ends with this call, as the setting above.
    PERFORM set_config('plan_cache_mode', 'force_custom_plan', true);
  END IF;
  RETURN QUERY
  SELECT c.user_sid, c.install_sid,
    max(least(coalesce(c.exam_close_date, 'infinity'), coalesce(c.schedule_close_date, 'infinity')))
  FROM effective_configuration c
  LEFT JOIN session_pair p ON p.enrollment_sid = c.enrollment_sid AND p.exam_sid = c.exam_sid
  WHERE c.user_sid = ANY (users) AND c.is_assigned
    AND coalesce(c.exam_close_date, 'infinity') > now() AND coalesce(c.schedule_close_date, 'infinity') > now()
    AND lacks_appointment(p.status, p.is_cancelled) AND has_attempts_left(c.attempts, p.attempts_used)
  GROUP BY c.user_sid, c.install_sid;
END
$$;
