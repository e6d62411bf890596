-- Refreshes adjustments after members of sections are deleted.
CREATE OR REPLACE TRIGGER enrollment_section_delete_adjusts AFTER DELETE ON enrollment_section
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_section();
