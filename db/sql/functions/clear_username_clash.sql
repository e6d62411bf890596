-- Makes the new username of a user unique again, whose previous one a migration found equal to that of an earlier user.
-- Called by: the trigger users_username_renamed.
CREATE OR REPLACE FUNCTION clear_username_clash() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.username_clash := 0;
  RETURN NEW;
END
$$;
