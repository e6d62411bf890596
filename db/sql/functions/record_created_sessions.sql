-- Records the first status of inserted sessions in session_transition. `invigil.actor` is set by a batch that acts for
-- a caller.
-- Called by: the trigger exam_session_insert_recorded.
CREATE OR REPLACE FUNCTION record_created_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO session_transition (session_sid, to_status, running, cancelled, reason, actor, created_date)
  SELECT n.sid, n.status, is_running(n.status, n.in_progress_date, n.ended_date), n.cancelled_date IS NOT NULL,
    n.status_reason, nullif(current_setting('invigil.actor', true), ''), session_clock()
  FROM inserted n;
  RETURN NULL;
END
$$;
