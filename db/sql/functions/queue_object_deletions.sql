-- Queues the objects of deleted files for deletion, in the transaction that deletes the rows, whichever statement that is. An
-- upload that was in progress may store its object later: it ends at most 10 minutes after the upload URL has expired, and the
-- object is deleted again then.
-- Called by: the trigger file_deleted.
CREATE OR REPLACE FUNCTION queue_object_deletions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO object_deletion (key, due_date, upload_ends_date)
  SELECT sid_text('AI', f.install_sid) || '/' || sid_text('FI', f.sid), now(), f.upload_expires_date + interval '10 minutes'
  FROM deleted_files f
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
