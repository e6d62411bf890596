-- Rates, by the generic cell rate algorithm (ITU-T I.371): what was not used in a minute may be used at once, and then
-- one comes after the other. A row holds one time, so that using a rate costs the same at every rate.

-- Seconds until the rate allows another one; 0 when it does now.
CREATE OR REPLACE FUNCTION rate_wait(rate_key bytea, per_minute integer) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT greatest(0, ceil(extract(epoch FROM
      r.used_until + interval '1 minute' / per_minute - interval '1 minute' - clock_timestamp())))::integer
    FROM rate r WHERE r.key = rate_key), 0)
$$;
