-- Refreshes adjustments after members of sections are inserted.
CREATE OR REPLACE TRIGGER enrollment_section_insert_adjusts AFTER INSERT ON enrollment_section
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_section();
