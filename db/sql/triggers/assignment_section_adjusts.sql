CREATE OR REPLACE TRIGGER assignment_section_adjusts AFTER INSERT ON assignment_section
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_section_assignment();
