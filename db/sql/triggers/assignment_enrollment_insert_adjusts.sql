-- Refreshes adjustments after assignments to enrollments are inserted.
CREATE OR REPLACE TRIGGER assignment_enrollment_insert_adjusts AFTER INSERT ON assignment_enrollment
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_assignment();
