-- Sets the install of a token that is inserted without it to the install of its family. Builds before the column
-- insert tokens without it. A migration creates the same function, so that it is there before the column is filled.
-- Called by: the trigger sts_token_in_install.
CREATE OR REPLACE FUNCTION set_token_install() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.install_sid := (SELECT f.install_sid FROM sts_family f WHERE f.sid = NEW.family_sid);
  RETURN NEW;
END
$$;
