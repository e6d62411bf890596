CREATE OR REPLACE TRIGGER enrollment_section_adjusts AFTER INSERT ON enrollment_section
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_section();
