-- Records in session_transition each update of a session that is a transition: another status, its start, its end, another
-- appointment, or any update of a batch that sets `invigil.trigger`. A batch that acts for a caller sets `invigil.actor`,
-- and `invigil.token` and `invigil.on_behalf_of` if the caller is a token. A batch whose reason is not the status_reason
-- sets `invigil.reason`.
-- Without nested loops: the plan of the first call, perhaps for no rows, also joins the thousands of a later one.
-- Called by: the trigger exam_session_update_recorded.
CREATE OR REPLACE FUNCTION record_session_transitions() RETURNS trigger
LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  INSERT INTO session_transition
    (session_sid, from_status, to_status, running, cancelled, reason, trigger, actor, token_sid, on_behalf_of, changes,
      created_date)
  SELECT n.sid, o.status, n.status, is_running(n.status, n.in_progress_date, n.ended_date),
    n.cancelled_date IS NOT NULL, coalesce(nullif(current_setting('invigil.reason', true), ''), n.status_reason),
    nullif(current_setting('invigil.trigger', true), ''),
    nullif(current_setting('invigil.actor', true), ''),
    nullif(current_setting('invigil.token', true), '')::uuid,
    nullif(current_setting('invigil.on_behalf_of', true), '')::uuid,
    changed_session_members(o, n), session_clock()
  FROM after n JOIN before o ON o.sid = n.sid
  WHERE o.status <> n.status OR (o.in_progress_date IS NULL) <> (n.in_progress_date IS NULL)
    OR (o.ended_date IS NULL) <> (n.ended_date IS NULL)
    OR o.appointment_date IS DISTINCT FROM n.appointment_date
    OR nullif(current_setting('invigil.trigger', true), '') IS NOT NULL;
  RETURN NULL;
END
$$;
