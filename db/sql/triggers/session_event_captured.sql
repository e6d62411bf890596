-- Publishes the changes of session_event as events.
CREATE OR REPLACE TRIGGER session_event_captured AFTER INSERT OR UPDATE OR DELETE ON session_event
FOR EACH ROW EXECUTE FUNCTION capture_change('session_event');
