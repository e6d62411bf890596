-- Returns whether an endpoint has deliveries. A finished delivery has an attempt, and dead letters can have none. Reads
-- indexes only: the finished deliveries of an endpoint have none, but their attempts do.
-- Parameters: endpoint: an address of notifications, whose deliveries are never skipped.
-- Called by: add_notification_address.
CREATE OR REPLACE FUNCTION has_deliveries(endpoint uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_sid = endpoint AND d.status = 'pending')
    OR EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_sid = endpoint AND d.status = 'dead')
    OR EXISTS (SELECT FROM webhook_attempt a WHERE a.endpoint_sid = endpoint)
$$;
