CREATE OR REPLACE TRIGGER exam_configuration_given AFTER UPDATE ON exam_configuration
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_accommodation_given();
