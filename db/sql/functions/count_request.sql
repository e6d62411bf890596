-- Counts a request of a caller, or rolls the batch back if the caller has sent as many requests in its current minute as its
-- limit allows. The minute starts with its first request. The row of request_count is locked until the transaction ends, so
-- this is called by its last statement. Concurrent requests are counted one after another, so the count is exact.
-- Parameters: request_caller, of_tenant, writes: the key of request_count. quota: the limit. If one is null, nothing is counted.
-- Returns: the limit, the remaining requests, and the seconds until the minute ends; null without a limit.
-- Raises: IV006 with the seconds to wait as its message, and `limit` and `isWrite` as its detail (src/shared/problems/failure.ts).
-- Called by: src/shared/auth/request-count.ts.
CREATE OR REPLACE FUNCTION count_request(request_caller text, of_tenant uuid, writes boolean, quota integer)
RETURNS integer[] STRICT LANGUAGE plpgsql AS $$
DECLARE
  requested timestamptz := clock_timestamp();
  ended timestamptz := requested - interval '1 minute';
  sent integer;
  started timestamptz;
  seconds integer;
BEGIN
  UPDATE request_count c SET used = c.used + 1
  WHERE c.caller = request_caller AND c.tenant = of_tenant AND c.is_write = writes
    AND c.used < quota AND c.started_date > ended
  RETURNING c.used, c.started_date INTO sent, started;
  -- The first request of a minute, or one beyond the limit.
  IF sent IS NULL THEN
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
  END IF;
  seconds := least(60, greatest(1, ceil(extract(epoch FROM started - ended))));
  IF sent IS NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'IV006', DETAIL = json_build_object('limit', quota, 'isWrite', writes)::text,
      MESSAGE = seconds::text;
  END IF;
  RETURN ARRAY[quota, quota - sent, seconds];
END
$$;
