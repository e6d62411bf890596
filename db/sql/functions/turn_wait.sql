-- At most so many turns of a key in any window of that length, exactly: the row keeps when the last ones were taken, and
-- its lock puts those who come at once in a row. A refused turn is not noted, so nobody is shut out for good.

-- Seconds until the next turn; 0 when one is free.
CREATE OR REPLACE FUNCTION turn_wait(turn_key bytea, most integer, per interval) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT greatest(0, ceil(extract(epoch FROM t.taken[cardinality(t.taken) - most + 1] + per - clock_timestamp())))::integer
    FROM throttle t WHERE t.key = turn_key), 0)
$$;
