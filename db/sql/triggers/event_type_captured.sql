-- Publishes the changes of event_type as events.
CREATE OR REPLACE TRIGGER event_type_captured AFTER INSERT OR UPDATE OR DELETE ON event_type
FOR EACH ROW EXECUTE FUNCTION capture_change('event_type');
