-- Deletes the messages of an erased user that were not sent. The sent ones contain no personal data.
-- Called by: the trigger users_erasure_unsends.
CREATE OR REPLACE FUNCTION erase_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM message m USING exam_session s
  WHERE s.user_sid = NEW.sid AND m.session_sid = s.sid AND m.status <> 'sent';
  RETURN NULL;
END
$$;
