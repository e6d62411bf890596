-- Counts a request of a caller, or rolls the batch back if the caller has sent as many requests in its current minute as its
-- limit allows. The minute starts with its first request. The row of request_count is locked until the transaction ends.
-- Concurrent requests are counted one after another, so the count is exact.
-- Parameters: request_caller, of_tenant, writes: the key of request_count. quota: the limit. If one is null, nothing is counted.
-- wanted: how many further requests of this minute to reserve. They count at once. At most a two-hundredth of the limit is reserved,
-- and nothing in the second half of the limit: there each request is counted when it is sent.
-- Returns: the limit, the remaining requests, and the seconds until the minute ends; if requests are reserved also their number, and
-- the end of the minute in ms since 1970. Null without a limit.
-- Raises: IV006 (refuse_beyond_limit).
-- Called by: admit_caller, count_noted_request, src/shared/auth/refusal.ts.
CREATE OR REPLACE FUNCTION count_request(
  request_caller text, of_tenant uuid, writes boolean, quota integer, wanted integer
) RETURNS text STRICT LANGUAGE plpgsql AS $$
DECLARE
  ended timestamptz := clock_timestamp() - interval '1 minute';
  requested timestamptz;
  reserved integer := least(wanted, quota / 200);
  sent integer;
  started timestamptz;
BEGIN
  IF reserved > 0 THEN
    UPDATE request_count c SET used = c.used + 1 + reserved
    WHERE c.caller = request_caller AND c.tenant = of_tenant AND c.is_write = writes
      AND c.used + reserved < quota / 2 AND c.started_date > ended
    RETURNING c.used, c.started_date INTO sent, started;
    IF sent IS NOT NULL THEN
      RETURN concat_ws(' ', quota, quota - sent, seconds_of_minute(started), reserved,
        ceil(extract(epoch FROM started + interval '1 minute') * 1000)::bigint);
    END IF;
  END IF;
  UPDATE request_count c SET used = c.used + 1
  WHERE c.caller = request_caller AND c.tenant = of_tenant AND c.is_write = writes
    AND c.used < quota AND c.started_date > ended
  RETURNING c.used, c.started_date INTO sent, started;
  -- The first request of a minute, or one beyond the limit.
  IF sent IS NULL THEN
    requested := ended + interval '1 minute';
    INSERT INTO request_count AS c (caller, tenant, is_write, started_date, used)
    VALUES (request_caller, of_tenant, writes, requested, 1)
    ON CONFLICT (caller, tenant, is_write) DO UPDATE SET
      used = CASE WHEN c.started_date > ended THEN c.used + 1 ELSE 1 END,
      started_date = CASE WHEN c.started_date > ended THEN c.started_date ELSE requested END
      WHERE c.used < quota OR c.started_date <= ended
    RETURNING c.used, c.started_date INTO sent, started;
  END IF;
  IF sent IS NULL THEN
    SELECT c.started_date INTO started FROM request_count c
    WHERE c.caller = request_caller AND c.tenant = of_tenant AND c.is_write = writes;
    PERFORM refuse_beyond_limit(started, writes, quota);
  END IF;
  RETURN concat_ws(' ', quota, quota - sent, seconds_of_minute(started));
END
$$;
