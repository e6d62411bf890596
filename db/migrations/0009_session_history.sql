-- One row for each step of a session, whoever takes it. `invigil.actor` and
-- `invigil.trigger` are set by the batch that acts for somebody.
CREATE FUNCTION record_made_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO session_transition (session_sid, to_status, running, cancelled, reason, actor)
  SELECT n.sid, n.status, n.status = 'Scheduled' AND n.in_progress_date IS NOT NULL, n.cancelled_date IS NOT NULL,
    n.status_reason, nullif(current_setting('invigil.actor', true), '')
  FROM made n;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION record_moved_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER exam_session_made AFTER INSERT ON exam_session
REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION record_made_sessions();
--> statement-breakpoint
CREATE TRIGGER exam_session_moved AFTER UPDATE ON exam_session
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_moved_sessions();
