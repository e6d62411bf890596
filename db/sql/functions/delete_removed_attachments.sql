-- Deletes the files of the attachments that a change has removed from a configuration. The address of an uploaded attachment ends
-- in `/files/` and the sid of its file.
-- Called by: the trigger exam_configuration_attachments_removed.
CREATE OR REPLACE FUNCTION delete_removed_attachments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM file f
  WHERE f.exam_configuration_sid = NEW.sid AND f.purpose = 'attachment' AND f.completed_date IS NOT NULL
    AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(NEW.attachments) a
      WHERE a ->> 'attachmentUrl' LIKE '%/files/' || sid_text('FI', f.sid));
  RETURN NULL;
END
$$;
