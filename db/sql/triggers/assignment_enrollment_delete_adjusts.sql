-- Refreshes adjustments after assignments to enrollments are deleted.
CREATE OR REPLACE TRIGGER assignment_enrollment_delete_adjusts AFTER DELETE ON assignment_enrollment
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_assignment();
