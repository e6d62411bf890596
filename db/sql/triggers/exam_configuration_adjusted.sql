CREATE OR REPLACE TRIGGER exam_configuration_adjusted AFTER DELETE ON exam_configuration
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_accommodation();
