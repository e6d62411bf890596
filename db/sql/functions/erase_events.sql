-- Takes a person out of what was told of them, and out of what was sent and answered: before their row is erased, while
-- their address still says whose contact they are.
CREATE OR REPLACE FUNCTION erase_events(person uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  told uuid[];
BEGIN
  SELECT array_agg(found.sid) INTO told FROM (
    SELECT sid FROM event WHERE user_sid = person
    UNION
    SELECT c.sid FROM users u JOIN install i ON i.sid = u.install_sid
      JOIN event c ON c.application_sid = i.application_sid AND c.changed_table = 'session_event'
        AND lower(c.payload ->> 'contactEmail') IN (lower(u.email), lower(u.preferred_email))
    WHERE u.sid = person) AS found;
  UPDATE event SET payload = jsonb_build_object('sid', payload -> 'sid', 'installSid', payload -> 'installSid',
    'erased', true) WHERE sid = ANY (told);
  UPDATE webhook_attempt SET request = '{"headers": {}, "body": "", "truncated": true}', response = NULL
  WHERE delivery_sid IN (SELECT d.sid FROM webhook_delivery d WHERE d.event_sid = ANY (told));
END
$$;
