-- Counts a request of a caller, or rolls the batch back if the caller has sent as many requests in its current minute as the
-- limit of the install or of the account allows. The minute starts with its first request. The row of request_count is
-- locked until the transaction ends, so this is called by its last statement. Concurrent requests are counted one after
-- another, so the count is exact.
-- Parameters: request_caller: the column caller of request_count. account_sid: the account of the caller. install_sid:
--   the install of the path, if the caller has access to it, or null. writes: whether the request is a write; null: it is
--   not counted.
-- Returns: the limit, the remaining requests, and the seconds until the minute ends; null without a limit.
-- Raises: IV006 with the seconds to wait as its message, and `limit` and `isWrite` as its detail (src/shared/problems/failure.ts).
-- Called by: src/shared/auth/request-count.ts.
CREATE OR REPLACE FUNCTION count_request(request_caller text, account_sid uuid, install_sid uuid, writes boolean)
RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
  requested timestamptz := clock_timestamp();
  quota integer;
  sent integer;
  started timestamptz;
  seconds integer;
BEGIN
  IF writes IS NULL THEN
    RETURN NULL;
  ELSIF install_sid IS NULL THEN
    SELECT CASE WHEN writes THEN a.writes_per_minute ELSE a.reads_per_minute END INTO quota
    FROM account a WHERE a.sid = account_sid;
  ELSE
    SELECT CASE WHEN writes THEN i.writes_per_minute ELSE i.reads_per_minute END INTO quota
    FROM install i WHERE i.sid = install_sid;
  END IF;
  IF quota IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO request_count AS c (caller, tenant, is_write, started_date, used)
  VALUES (request_caller, coalesce(install_sid, account_sid), writes, requested, 1)
  ON CONFLICT (caller, tenant, is_write) DO UPDATE SET
    used = CASE WHEN c.started_date > requested - interval '1 minute' THEN c.used + 1 ELSE 1 END,
    started_date = CASE WHEN c.started_date > requested - interval '1 minute' THEN c.started_date ELSE requested END
    WHERE c.used < quota OR c.started_date <= requested - interval '1 minute'
  RETURNING c.used, c.started_date INTO sent, started;
  IF sent IS NULL THEN
    SELECT c.started_date INTO started FROM request_count c
    WHERE c.caller = request_caller AND c.tenant = coalesce(install_sid, account_sid) AND c.is_write = writes;
  END IF;
  seconds := least(60, greatest(1, ceil(extract(epoch FROM started + interval '1 minute' - requested))));
  IF sent IS NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'IV006', DETAIL = json_build_object('limit', quota, 'isWrite', writes)::text,
      MESSAGE = seconds::text;
  END IF;
  RETURN ARRAY[quota, quota - sent, seconds];
END
$$;
