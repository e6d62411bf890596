-- Refreshes adjustments after assignments to sections are deleted.
CREATE OR REPLACE TRIGGER assignment_section_delete_adjusts AFTER DELETE ON assignment_section
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_section_assignment();
