-- Publishes the changes of proctor_group as events.
CREATE OR REPLACE TRIGGER proctor_group_captured AFTER INSERT OR UPDATE OR DELETE ON proctor_group
FOR EACH ROW EXECUTE FUNCTION capture_change('proctor_group');
