-- Publishes the deletion of completed files as events.
CREATE OR REPLACE TRIGGER file_delete_captured AFTER DELETE ON file
FOR EACH ROW WHEN (OLD.completed_date IS NOT NULL) EXECUTE FUNCTION capture_change('file');
