-- Publishes the changes of exam_configuration as events.
CREATE OR REPLACE TRIGGER exam_configuration_captured AFTER INSERT OR UPDATE OR DELETE ON exam_configuration
FOR EACH ROW EXECUTE FUNCTION capture_change('exam_configuration');
