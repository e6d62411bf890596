-- Queues the objects of deleted files for deletion, in the transaction that deletes the rows, whichever statement that is. An
-- object that copies of a file share is queued with the last of them. An upload that was in progress may store its object later:
-- it ends at most 10 minutes after the upload URL has expired, and the object is deleted again then.
-- Called by: the trigger file_deleted.
CREATE OR REPLACE FUNCTION queue_object_deletions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shared CONSTANT uuid[] := ARRAY(
    SELECT DISTINCT coalesce(f.object_sid, f.sid) AS object FROM deleted_files f
    WHERE EXISTS (SELECT FROM file o WHERE o.object_sid = coalesce(f.object_sid, f.sid))
      OR EXISTS (SELECT FROM file o WHERE o.sid = f.object_sid)
    ORDER BY object);
BEGIN
  -- Concurrent transactions that delete the last files of an object would each see those of the others.
  PERFORM pg_advisory_xact_lock(hashtextextended('object of files ' || o.sid, 0)) FROM unnest(shared) AS o(sid);
  INSERT INTO object_deletion (key, due_date, upload_ends_date)
  SELECT sid_text('AI', f.install_sid) || '/' || sid_text('FI', coalesce(f.object_sid, f.sid)), now(),
    f.upload_expires_date + interval '10 minutes'
  FROM deleted_files f
  WHERE coalesce(f.object_sid, f.sid) <> ALL (shared)
    OR NOT EXISTS (SELECT FROM file o WHERE o.object_sid = coalesce(f.object_sid, f.sid))
      AND NOT EXISTS (SELECT FROM file o WHERE o.sid = f.object_sid)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
