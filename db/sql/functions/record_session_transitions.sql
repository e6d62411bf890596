-- Records in session_transition each update of a session that is a transition: another status, its start, its end, another
-- appointment, or any update of a batch that sets `invigil.trigger`. `invigil.actor` is set by a batch that acts for a
-- caller, `invigil.reason` by one whose reason is not the status_reason.
-- Called by: the trigger exam_session_update_recorded.
CREATE OR REPLACE FUNCTION record_session_transitions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO session_transition
    (session_sid, from_status, to_status, running, cancelled, reason, trigger, actor, created_date)
  SELECT n.sid, o.status, n.status, is_running(n.status, n.in_progress_date, n.ended_date),
    n.cancelled_date IS NOT NULL, coalesce(nullif(current_setting('invigil.reason', true), ''), n.status_reason),
    nullif(current_setting('invigil.trigger', true), ''),
    nullif(current_setting('invigil.actor', true), ''), session_clock()
  FROM after n JOIN before o ON o.sid = n.sid
  WHERE o.status <> n.status OR (o.in_progress_date IS NULL) <> (n.in_progress_date IS NULL)
    OR (o.ended_date IS NULL) <> (n.ended_date IS NULL)
    OR o.appointment_date IS DISTINCT FROM n.appointment_date
    OR nullif(current_setting('invigil.trigger', true), '') IS NOT NULL;
  RETURN NULL;
END
$$;
