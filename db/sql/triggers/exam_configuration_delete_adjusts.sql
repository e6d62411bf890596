-- Refreshes adjustments after accommodations are deleted.
CREATE OR REPLACE TRIGGER exam_configuration_delete_adjusts AFTER DELETE ON exam_configuration
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_accommodation();
