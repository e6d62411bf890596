-- Refreshes adjustments after an accommodation is moved to another enrollment.
CREATE OR REPLACE TRIGGER exam_configuration_update_adjusts AFTER UPDATE ON exam_configuration
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_accommodation_reassigned();
