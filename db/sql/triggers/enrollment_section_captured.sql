-- Publishes the changes of enrollment_section as events. Those of a deleted section have none: its own event reports them.
CREATE OR REPLACE TRIGGER enrollment_section_captured AFTER INSERT OR UPDATE OR DELETE ON enrollment_section
FOR EACH ROW EXECUTE FUNCTION capture_change('section_member');
