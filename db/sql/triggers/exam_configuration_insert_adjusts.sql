-- Refreshes adjustments after accommodations are inserted.
CREATE OR REPLACE TRIGGER exam_configuration_insert_adjusts AFTER INSERT ON exam_configuration
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_accommodation();
