-- Returns the seconds until a rate allows another use; 0 if it allows one now. Rates follow the generic cell rate
-- algorithm (ITU-T I.371): the unused part of a minute can be used at once, then uses are spaced evenly. A row of
-- `rate` has one time, so a use costs the same at every rate.
-- Parameters: rate_key: a digest. per_minute: the rate.
-- Called by: check_rate, use_rate.
CREATE OR REPLACE FUNCTION rate_wait(rate_key bytea, per_minute integer) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT greatest(0, ceil(extract(epoch FROM
      r.used_until + interval '1 minute' / per_minute - interval '1 minute' - clock_timestamp())))::integer
    FROM rate r WHERE r.key = rate_key), 0)
$$;
