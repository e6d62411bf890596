-- Removes the newest attempt of a key, because it was not a failure.
-- Parameters: limit_key: a digest.
-- Called by: src/platform/throttle/queries.ts.
CREATE OR REPLACE FUNCTION return_rate_limit_attempt(limit_key bytea) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE throttle t SET taken = t.taken[:cardinality(t.taken) - 1] WHERE t.key = limit_key;
  DELETE FROM throttle t WHERE t.key = limit_key AND cardinality(t.taken) = 0;
END
$$;
