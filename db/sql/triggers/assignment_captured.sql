-- Publishes the changes of assignment as events.
CREATE OR REPLACE TRIGGER assignment_captured AFTER INSERT OR UPDATE OR DELETE ON assignment
FOR EACH ROW EXECUTE FUNCTION capture_change('exam_assignment');
