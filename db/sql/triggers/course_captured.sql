-- Publishes the changes of course as events.
CREATE OR REPLACE TRIGGER course_captured AFTER INSERT OR UPDATE OR DELETE ON course
FOR EACH ROW EXECUTE FUNCTION capture_change('course');
