-- Publishes the changes of annotation as events.
CREATE OR REPLACE TRIGGER annotation_captured AFTER INSERT OR UPDATE OR DELETE ON annotation
FOR EACH ROW EXECUTE FUNCTION capture_change('annotation');
