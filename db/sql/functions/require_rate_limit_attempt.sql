-- Counts an attempt of a key, or rolls the batch back if it is not allowed.
-- Parameters: see rate_limit_wait.
-- Raises: IV003 with the seconds to wait as its message (src/shared/problems/failure.ts).
-- Called by: src/shared/rate-limit.ts, src/platform/throttle/queries.ts.
CREATE OR REPLACE FUNCTION require_rate_limit_attempt(limit_key bytea, max_attempts integer, per interval) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  wait_seconds integer := rate_limit_attempt(limit_key, max_attempts, per);
BEGIN
  IF wait_seconds > 0 THEN
    RAISE EXCEPTION USING ERRCODE = 'IV003', MESSAGE = wait_seconds::text;
  END IF;
END
$$;
