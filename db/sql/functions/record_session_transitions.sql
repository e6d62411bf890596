-- Records in session_transition each update of a session that is a transition: another status, its start, another
-- appointment, or any update of a batch that sets `invigil.trigger`. `invigil.actor` is set by a batch that acts for a
-- caller.
-- Called by: the trigger exam_session_update_recorded.
CREATE OR REPLACE FUNCTION record_session_transitions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO session_transition (session_sid, from_status, to_status, running, cancelled, reason, trigger, actor)
  SELECT n.sid, o.status, n.status, n.status = 'Scheduled' AND n.in_progress_date IS NOT NULL,
    n.cancelled_date IS NOT NULL, n.status_reason, nullif(current_setting('invigil.trigger', true), ''),
    nullif(current_setting('invigil.actor', true), '')
  FROM after n JOIN before o ON o.sid = n.sid
  WHERE o.status <> n.status OR (o.in_progress_date IS NULL AND n.in_progress_date IS NOT NULL)
    OR o.appointment_date IS DISTINCT FROM n.appointment_date
    OR nullif(current_setting('invigil.trigger', true), '') IS NOT NULL;
  RETURN NULL;
END
$$;
