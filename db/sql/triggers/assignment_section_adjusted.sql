CREATE OR REPLACE TRIGGER assignment_section_adjusted AFTER DELETE ON assignment_section
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_section_assignment();
