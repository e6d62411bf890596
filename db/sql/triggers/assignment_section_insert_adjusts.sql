-- Refreshes adjustments after assignments to sections are inserted.
CREATE OR REPLACE TRIGGER assignment_section_insert_adjusts AFTER INSERT ON assignment_section
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_section_assignment();
