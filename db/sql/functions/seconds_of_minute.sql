-- Returns the seconds until the minute of a caller ends: 1 to 60.
-- Parameters: started: when its first request was counted.
-- Called by: count_request, refuse_beyond_limit.
CREATE OR REPLACE FUNCTION seconds_of_minute(started timestamptz) RETURNS integer LANGUAGE sql AS $$
  SELECT least(60, greatest(1, ceil(60 - date_part('epoch', clock_timestamp() - started))))::integer
$$;
