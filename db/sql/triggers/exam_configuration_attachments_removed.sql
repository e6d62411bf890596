-- Deletes the files of removed attachments.
CREATE OR REPLACE TRIGGER exam_configuration_attachments_removed AFTER UPDATE OF attachments ON exam_configuration
FOR EACH ROW WHEN (OLD.attachments IS DISTINCT FROM NEW.attachments AND OLD.attachments <> '[]')
EXECUTE FUNCTION delete_removed_attachments();
