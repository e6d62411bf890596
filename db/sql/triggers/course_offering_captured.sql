-- Publishes the changes of course_offering as events.
CREATE OR REPLACE TRIGGER course_offering_captured AFTER INSERT OR UPDATE OR DELETE ON course_offering
FOR EACH ROW EXECUTE FUNCTION capture_change('course_offering');
