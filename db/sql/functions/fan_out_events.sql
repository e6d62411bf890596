-- Events and endpoints of one install; bounds of what one event, and one application, may cause.

-- Endpoints that are there already hear of every install, as before: nobody noted by which credential they were made.
-- Events that are there already stay without an install: an endpoint of one recovers only what came after it was made.

-- Each event makes one delivery for each endpoint that it matches: at most 200, the oldest first. That is the most that
-- WEBHOOK_ENDPOINT_LIMIT may allow, and only endpoints from before there was a limit are more.
CREATE OR REPLACE FUNCTION fan_out_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_delivery (sid, application_sid, event_sid, endpoint_sid)
  SELECT uuid_v7(), e.application_sid, e.sid, matching.sid
  FROM made e CROSS JOIN LATERAL (
    SELECT w.sid FROM webhook_endpoint w
    WHERE w.application_sid = e.application_sid AND w.active AND w.deleted_date IS NULL
      AND (w.install_sid IS NULL OR w.install_sid = e.install_sid)
      AND e.type = ANY (w.events) AND matches_filter(w.filter, e.payload)
    ORDER BY w.created_date, w.sid LIMIT 200) AS matching
  -- An event of ours has its one delivery from whoever made it.
  WHERE NOT starts_with(e.topic, 'invigil.');
  RETURN NULL;
END
$$;
