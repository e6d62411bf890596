-- Inserts a delivery for each endpoint that an inserted event matches: at most 200, the oldest endpoints first. 200 is
-- the largest value of WEBHOOK_ENDPOINT_LIMIT. Events of the topics `invigil.*` get their one delivery from the
-- statement that inserts them. Published events, and captured changes whose topic has subscribers, go to `live_event` too.
-- Called by: the trigger event_insert_fans_out.
CREATE OR REPLACE FUNCTION fan_out_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_delivery (sid, application_sid, event_sid, endpoint_sid)
  SELECT uuid_v7(), e.application_sid, e.sid, matching.sid
  FROM inserted e CROSS JOIN LATERAL (
    SELECT w.sid FROM webhook_endpoint w
    WHERE w.application_sid = e.application_sid AND w.active AND w.deleted_date IS NULL
      AND (w.install_sid IS NULL OR w.install_sid = e.install_sid)
      AND e.type = ANY (w.events) AND matches_filter(w.filter, e.payload)
    ORDER BY w.created_date, w.sid LIMIT 200) AS matching
  WHERE NOT starts_with(e.topic, 'invigil.');
  INSERT INTO live_event (application_sid, event_sid)
  SELECT e.application_sid, e.sid FROM inserted e
  WHERE NOT starts_with(e.topic, 'invigil.')
    AND (e.source = 'sdk' OR e.source = 'capture' AND is_live(e.application_sid, e.install_sid, e.topic))
  ORDER BY e.sid;
  RETURN NULL;
END
$$;
