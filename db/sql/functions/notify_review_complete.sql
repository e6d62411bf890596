-- Inserts the notification that the review of a session is complete, if the session has an address for it: an event, and
-- its delivery to that address.
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
  -- Inserts only if it must: an update would wait for the deliveries to the address. The lock prevents that the row gets another
  -- address before this delivery is inserted.
  SELECT w.sid INTO endpoint FROM webhook_endpoint w
  WHERE w.install_sid = s.install_sid AND w.url = s.review_complete_notification_url AND w.notification
  FOR KEY SHARE;
  IF NOT FOUND THEN
    endpoint := add_notification_address(s.install_sid, application, s.review_complete_notification_url);
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
