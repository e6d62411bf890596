-- Inserts the records that every install has.
-- Called by: the trigger install_insert_defaults.
CREATE OR REPLACE FUNCTION insert_install_defaults() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ensure_event_types(NEW.sid);
  PERFORM insert_proctor_types(NEW.sid);
  RETURN NULL;
END
$$;
