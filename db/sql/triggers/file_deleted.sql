-- Queues the objects of deleted files for deletion.
CREATE OR REPLACE TRIGGER file_deleted AFTER DELETE ON file REFERENCING OLD TABLE AS deleted_files
FOR EACH STATEMENT EXECUTE FUNCTION queue_object_deletions();
