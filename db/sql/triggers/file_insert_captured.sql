-- Publishes copies of files as events. Other files are not complete when they are inserted.
CREATE OR REPLACE TRIGGER file_insert_captured AFTER INSERT ON file
FOR EACH ROW WHEN (NEW.completed_date IS NOT NULL) EXECUTE FUNCTION capture_change('file');
