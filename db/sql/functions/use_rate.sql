-- Uses the rate once, or rolls the batch back. Simultaneous uses wait for the end of the transaction, so it is the last
-- Parameters: see rate_wait.
-- statement of a batch.
-- Raises: IV003 with the seconds to wait as its message (src/shared/problems/failure.ts).
-- Called by: src/platform/throttle/rates.ts.
CREATE OR REPLACE FUNCTION use_rate(rate_key bytea, per_minute integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  gap interval := interval '1 minute' / per_minute;
BEGIN
  INSERT INTO rate AS r (key, used_until) VALUES (rate_key, clock_timestamp() + gap)
  ON CONFLICT (key) DO UPDATE SET used_until = greatest(r.used_until, clock_timestamp()) + gap
    WHERE r.used_until + gap <= clock_timestamp() + interval '1 minute';
  IF NOT FOUND THEN
    RAISE EXCEPTION USING ERRCODE = 'IV003', MESSAGE = greatest(1, rate_wait(rate_key, per_minute))::text;
  END IF;
END
$$;
