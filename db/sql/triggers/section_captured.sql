-- Publishes the changes of section as events.
CREATE OR REPLACE TRIGGER section_captured AFTER INSERT OR UPDATE OR DELETE ON section
FOR EACH ROW EXECUTE FUNCTION capture_change('section');
