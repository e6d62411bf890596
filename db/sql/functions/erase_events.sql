-- Removes a person from the events about them, from the requests and responses of their deliveries, and from the history
-- of topics, which is kept for 24 hours. Runs before the
-- person's row is erased: its addresses identify the events in which the person is a contact.
-- Parameters: person: the sid of the user.
-- Called by: DELETE .../users/{} (src/proctoring/people/users/erase.ts).
CREATE OR REPLACE FUNCTION erase_events(person uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  events uuid[];
BEGIN
  SELECT array_agg(e.sid) INTO events FROM (
    SELECT sid FROM event WHERE user_sid = person
    UNION
    SELECT c.sid FROM users u JOIN install i ON i.sid = u.install_sid
      JOIN event c ON c.application_sid = i.application_sid AND c.changed_table = 'session_event'
        AND lower(c.payload ->> 'contactEmail') IN (lower(u.email), lower(u.preferred_email))
    WHERE u.sid = person) AS e;
  UPDATE event SET payload = jsonb_build_object('sid', payload -> 'sid', 'installSid', payload -> 'installSid',
    'erased', true) WHERE sid = ANY (events);
  INSERT INTO live_event (application_sid, event_sid, is_erasure)
  SELECT application_sid, sid, true FROM event
  WHERE sid = ANY (events) AND created_date > now() - interval '25 hours'
    AND is_live(application_sid, install_sid, topic);
  UPDATE webhook_attempt SET request = '{"headers": {}, "body": "", "truncated": true}', response = NULL
  WHERE delivery_sid IN (SELECT d.sid FROM webhook_delivery d WHERE d.event_sid = ANY (events));
END
$$;
