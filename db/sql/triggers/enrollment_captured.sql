-- Publishes the changes of enrollment as events.
CREATE OR REPLACE TRIGGER enrollment_captured AFTER INSERT OR UPDATE OR DELETE ON enrollment
FOR EACH ROW EXECUTE FUNCTION capture_change('enrollment');
