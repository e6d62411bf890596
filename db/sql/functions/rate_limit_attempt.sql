-- Counts an attempt of a key, if it is allowed: at most `max_attempts` in any window of the length `per`, exactly. The
-- row in `throttle` has the times of the last attempts, and its lock serializes simultaneous ones. A refused attempt is not
-- counted, so no key is locked out permanently.
-- Parameters: see rate_limit_wait.
-- Returns: 0, or the seconds until an attempt is allowed.
-- Called by: require_rate_limit_attempt, src/platform/throttle/queries.ts.
CREATE OR REPLACE FUNCTION rate_limit_attempt(limit_key bytea, max_attempts integer, per interval) RETURNS integer
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO throttle AS t (key, taken) VALUES (limit_key, ARRAY[clock_timestamp()])
  ON CONFLICT (key) DO UPDATE
    SET taken = (t.taken || clock_timestamp())[greatest(1, cardinality(t.taken) + 2 - max_attempts):]
    WHERE coalesce(t.taken[cardinality(t.taken) - max_attempts + 1] + per <= clock_timestamp(), true);
  IF FOUND THEN RETURN 0; END IF;
  RETURN greatest(1, rate_limit_wait(limit_key, max_attempts, per));
END
$$;
