CREATE OR REPLACE TRIGGER assignment_enrollment_adjusts AFTER INSERT ON assignment_enrollment
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_assignment();
