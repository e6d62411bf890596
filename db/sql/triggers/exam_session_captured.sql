-- Publishes the changes of exam_session as events.
CREATE OR REPLACE TRIGGER exam_session_captured AFTER INSERT OR UPDATE OR DELETE ON exam_session
FOR EACH ROW EXECUTE FUNCTION capture_change('exam_session');
