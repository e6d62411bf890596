-- One row for each step of a session, whoever takes it. `invigil.actor` and
-- `invigil.trigger` are set by the batch that acts for somebody.
CREATE OR REPLACE FUNCTION record_made_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO session_transition (session_sid, to_status, running, cancelled, reason, actor)
  SELECT n.sid, n.status, n.status = 'Scheduled' AND n.in_progress_date IS NOT NULL, n.cancelled_date IS NOT NULL,
    n.status_reason, nullif(current_setting('invigil.actor', true), '')
  FROM made n;
  RETURN NULL;
END
$$;
