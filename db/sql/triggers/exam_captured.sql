-- Publishes the changes of exam as events.
CREATE OR REPLACE TRIGGER exam_captured AFTER INSERT OR UPDATE OR DELETE ON exam
FOR EACH ROW EXECUTE FUNCTION capture_change('exam');
