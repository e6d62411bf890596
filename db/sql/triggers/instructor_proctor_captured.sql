-- Publishes the changes of instructor_proctor as events. Those of a deleted configuration have none: its own event reports them.
CREATE OR REPLACE TRIGGER instructor_proctor_captured AFTER INSERT OR UPDATE OR DELETE ON instructor_proctor
FOR EACH ROW EXECUTE FUNCTION capture_change('instructor_proctor');
