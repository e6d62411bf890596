-- One row for each step of a session, whoever takes it. `invigil.actor` is set by the batch that acts for somebody.
CREATE FUNCTION record_session_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO session_transition (session_sid, from_status, to_status, running, cancelled, reason, actor)
  VALUES (NEW.sid, CASE WHEN TG_OP = 'UPDATE' THEN OLD.status END, NEW.status,
    NEW.status = 'Scheduled' AND NEW.in_progress_date IS NOT NULL, NEW.cancelled_date IS NOT NULL, NEW.status_reason,
    nullif(current_setting('invigil.actor', true), ''));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER exam_session_made AFTER INSERT ON exam_session
FOR EACH ROW EXECUTE FUNCTION record_session_transition();
--> statement-breakpoint
CREATE TRIGGER exam_session_moved AFTER UPDATE ON exam_session
FOR EACH ROW WHEN (OLD.status <> NEW.status OR (OLD.in_progress_date IS NULL AND NEW.in_progress_date IS NOT NULL)
  OR OLD.appointment_date IS DISTINCT FROM NEW.appointment_date)
EXECUTE FUNCTION record_session_transition();
