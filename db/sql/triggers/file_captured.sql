-- Publishes the completion of files as events.
CREATE OR REPLACE TRIGGER file_captured AFTER UPDATE ON file
FOR EACH ROW WHEN (OLD.completed_date IS NULL AND NEW.completed_date IS NOT NULL) EXECUTE FUNCTION capture_change('file');
