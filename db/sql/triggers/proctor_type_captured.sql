-- Publishes the changes of proctor_type as events.
CREATE OR REPLACE TRIGGER proctor_type_captured AFTER INSERT OR UPDATE OR DELETE ON proctor_type
FOR EACH ROW EXECUTE FUNCTION capture_change('proctor_type');
