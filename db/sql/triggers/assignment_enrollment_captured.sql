-- Publishes the changes of assignment_enrollment as events. Those of a deleted assignment have none: its own event reports them.
CREATE OR REPLACE TRIGGER assignment_enrollment_captured AFTER INSERT OR UPDATE OR DELETE ON assignment_enrollment
FOR EACH ROW EXECUTE FUNCTION capture_change('exam_assignment_target');
