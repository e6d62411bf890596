-- Records the first status of inserted sessions in session_transition. The settings are those of
-- record_session_transitions.
-- Called by: the trigger exam_session_insert_recorded.
CREATE OR REPLACE FUNCTION record_created_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO session_transition
    (session_sid, to_status, running, cancelled, reason, actor, token_sid, on_behalf_of, created_date)
  SELECT n.sid, n.status, is_running(n.status, n.in_progress_date, n.ended_date), n.cancelled_date IS NOT NULL,
    n.status_reason, nullif(current_setting('invigil.actor', true), ''),
    nullif(current_setting('invigil.token', true), '')::uuid,
    nullif(current_setting('invigil.on_behalf_of', true), '')::uuid, session_clock()
  FROM inserted n;
  RETURN NULL;
END
$$;
