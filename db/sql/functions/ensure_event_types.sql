-- Inserts the event types that every install has, unless it has them: that of what a review finds.
-- Called by: insert_install_defaults, POST .../sessions/{sessionSid}/review.
CREATE OR REPLACE FUNCTION ensure_event_types(install uuid) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO event_type (sid, install_sid, name, code, opens_incident)
  VALUES (uuid_v7(), install, 'Found in review', 'review', true)
  ON CONFLICT DO NOTHING
$$;
