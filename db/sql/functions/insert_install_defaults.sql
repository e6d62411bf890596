-- Inserts the records that every install has: the event type of what a review finds.
-- Called by: the trigger install_insert_defaults.
CREATE OR REPLACE FUNCTION insert_install_defaults() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_type (sid, install_sid, name, code, opens_incident)
  VALUES (uuid_v7(), NEW.sid, 'Found in review', 'review', true);
  RETURN NULL;
END
$$;
