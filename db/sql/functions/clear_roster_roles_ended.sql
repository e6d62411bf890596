-- A user who is enabled has returned: by a roster, provisioning or the API.
-- Called by: the trigger users_enabled.
CREATE OR REPLACE FUNCTION clear_roster_roles_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.roster_roles_ended := false;
  RETURN NEW;
END
$$;
