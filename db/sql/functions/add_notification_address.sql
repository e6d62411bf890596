-- Returns the row of webhook_endpoint for an address of notifications, which the caller has not found. Each address has one
-- row per install. The row is not audited, because it follows from the exam. A row without deliveries is used again for the
-- new address, so that an install has no more rows than addresses since retention last deleted the deliveries. Examines the
-- rows of 40 addresses at most: the first ones of the install, and the ones that follow the new address.
-- Parameters: install, application: of the session. address: that of its exam.
-- Called by: notify_review_complete.
CREATE OR REPLACE FUNCTION add_notification_address(install uuid, application uuid, address text) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  endpoint uuid;
BEGIN
  -- Concurrent calls for one install wait for one another, so that they add one row for one address.
  PERFORM pg_advisory_xact_lock(hashtextextended('notification addresses of ' || install, 0));
  SELECT w.sid INTO endpoint FROM webhook_endpoint w
  WHERE w.install_sid = install AND w.url = address AND w.notification FOR KEY SHARE;
  IF FOUND THEN RETURN endpoint; END IF;
  -- Not as a setting of the function: only a superuser may create such a function.
  PERFORM set_config('invigil.unaudited', 'on', true);
  SELECT w.sid INTO endpoint FROM (
    (SELECT n.sid FROM webhook_endpoint n WHERE n.install_sid = install AND n.notification ORDER BY n.url LIMIT 20)
    UNION ALL
    (SELECT n.sid FROM webhook_endpoint n WHERE n.install_sid = install AND n.notification AND n.url > address
     ORDER BY n.url LIMIT 20)) near
  JOIN webhook_endpoint w ON w.sid = near.sid
  WHERE NOT has_deliveries(w.sid)
  LIMIT 1 FOR UPDATE OF w SKIP LOCKED;
  -- Checks again what may have been committed before the lock. No delivery can be inserted after it.
  UPDATE webhook_endpoint w SET url = address, edit_date = now()
  WHERE w.sid = endpoint AND NOT has_deliveries(w.sid) RETURNING w.sid INTO endpoint;
  IF endpoint IS NULL THEN
    INSERT INTO webhook_endpoint (sid, application_sid, install_sid, url, secret, events, notification)
    VALUES (uuid_v7(), application, install, address, '', '{}', true)
    ON CONFLICT (install_sid, url) WHERE notification DO UPDATE SET url = excluded.url
    RETURNING sid INTO endpoint;
  END IF;
  PERFORM set_config('invigil.unaudited', '', true);
  RETURN endpoint;
END
$$;
