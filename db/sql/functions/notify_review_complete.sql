-- Inserts the notification that the review of a session is complete, if the session has an address for it: an event, and
-- its delivery to that address. The address has one row in webhook_endpoint per install, which is not audited, because it
-- follows from the exam.
-- Parameters: session: its review has been completed in this transaction. outcome: that of the review.
-- Called by: POST .../sessions/{sessionSid}/review.
CREATE OR REPLACE FUNCTION notify_review_complete(session uuid, outcome text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  s exam_session;
  application uuid;
  endpoint uuid;
  notice uuid := uuid_v7();
BEGIN
  SELECT * INTO s FROM exam_session WHERE sid = session AND review_complete_notification_url IS NOT NULL;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT i.application_sid INTO application FROM install i WHERE i.sid = s.install_sid;
  -- Inserts only if it must: an update would wait for the deliveries to the address.
  SELECT w.sid INTO endpoint FROM webhook_endpoint w
  WHERE w.install_sid = s.install_sid AND w.url = s.review_complete_notification_url AND w.notification;
  IF NOT FOUND THEN
    -- Not as a setting of the function: only a superuser may create such a function.
    PERFORM set_config('invigil.unaudited', 'on', true);
    INSERT INTO webhook_endpoint (sid, application_sid, install_sid, url, secret, events, notification)
    VALUES (uuid_v7(), application, s.install_sid, s.review_complete_notification_url, '', '{}', true)
    ON CONFLICT (install_sid, url) WHERE notification DO UPDATE SET url = excluded.url
    RETURNING sid INTO endpoint;
    PERFORM set_config('invigil.unaudited', '', true);
  END IF;
  INSERT INTO event (sid, application_sid, install_sid, topic, source, type, payload)
  VALUES (notice, application, s.install_sid, 'invigil.review_complete', 'capture', 'database.event', jsonb_build_object(
    'installSid', sid_text('AI', s.install_sid),
    'examSid', sid_text('EX', s.exam_sid),
    'sessionSid', sid_text('ES', s.sid),
    'outcome', outcome,
    'reviewCompletedDate', instant_text(s.review_completed_date)));
  INSERT INTO webhook_delivery (sid, application_sid, event_sid, endpoint_sid)
  VALUES (uuid_v7(), application, notice, endpoint);
END
$$;
