-- Returns the seconds until the next attempt of a key is allowed; 0 if one is allowed now.
-- Parameters: limit_key: a digest. max_attempts in any window of the length `per`.
-- Called by: rate_limit_attempt.
CREATE OR REPLACE FUNCTION rate_limit_wait(limit_key bytea, max_attempts integer, per interval) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT greatest(0, ceil(extract(epoch FROM
      t.taken[cardinality(t.taken) - max_attempts + 1] + per - clock_timestamp())))::integer
    FROM throttle t WHERE t.key = limit_key), 0)
$$;
