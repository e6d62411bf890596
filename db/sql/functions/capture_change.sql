-- Inserts an event for a changed row, in the transaction of the change, when an endpoint of the application can receive
-- it, or a client has subscribed to its topic. An update that changes no published member creates no event, nor does one that changes only when the row was edited
-- or synchronized. A row whose record is deleted with it has no install and creates no event. Without endpoints and topics
-- a change costs one read of two empty tables. A change while the setting invigil.uncaptured is `on` creates no event: it is a step
-- of a change that a later statement completes.
-- Arguments: the record's name in the topic.
-- Called by: the triggers *_captured.
CREATE OR REPLACE FUNCTION capture_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unchanged CONSTANT text[] := '{editDate,lastEnrollmentSync,synchronization}';
  before jsonb;
  payload jsonb;
  install uuid;
  application uuid;
  person uuid;
BEGIN
  IF current_setting('invigil.uncaptured', true) = 'on' THEN RETURN NULL; END IF;
  IF NOT EXISTS (SELECT FROM webhook_endpoint WHERE deleted_date IS NULL AND NOT notification)
    AND NOT EXISTS (SELECT FROM live_topic) THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN payload := event_payload(OLD); ELSE payload := event_payload(NEW); END IF;
  install := substr(payload ->> 'installSid', 3)::uuid;
  SELECT i.application_sid INTO application FROM install i
  WHERE i.sid = install
    AND (EXISTS (SELECT FROM webhook_endpoint w WHERE w.application_sid = i.application_sid AND w.deleted_date IS NULL
      AND NOT w.notification AND (w.install_sid IS NULL OR w.install_sid = i.sid))
      OR is_live(i.application_sid, i.sid, 'proctoring.' || TG_ARGV[0]));
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    before := event_payload(OLD);
    IF payload - unchanged = before - unchanged THEN RETURN NULL; END IF;
    IF payload ? 'status' THEN
      payload := payload || jsonb_build_object('previousStatus', before -> 'status');
    END IF;
  END IF;
  person := substr(CASE WHEN TG_ARGV[0] = 'user' THEN payload ->> 'sid' ELSE payload ->> 'userSid' END, 3)::uuid;
  IF person IS NULL THEN
    SELECT e.user_sid INTO person FROM enrollment e WHERE e.sid = substr(payload ->> 'enrollmentSid', 3)::uuid;
  END IF;
  INSERT INTO event (sid, application_sid, install_sid, topic, source, type, payload, user_sid, changed_table, operation)
  VALUES (uuid_v7(), application, install, 'proctoring.' || TG_ARGV[0], 'capture', 'database.event', payload, person,
    TG_ARGV[0], lower(TG_OP));
  RETURN NULL;
END
$$;
