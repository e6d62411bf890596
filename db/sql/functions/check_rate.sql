-- Rolls the batch back if the rate is used up, and does not use it. For the start of a batch, before costly statements.
-- Parameters: see rate_wait.
-- Raises: IV003 with the seconds to wait as its message (src/shared/problems/failure.ts).
-- Called by: src/platform/throttle/rates.ts.
CREATE OR REPLACE FUNCTION check_rate(rate_key bytea, per_minute integer) RETURNS void
LANGUAGE plpgsql STABLE AS $$
DECLARE
  wait_seconds integer := rate_wait(rate_key, per_minute);
BEGIN
  IF wait_seconds > 0 THEN
    RAISE EXCEPTION USING ERRCODE = 'IV003', MESSAGE = wait_seconds::text;
  END IF;
END
$$;
