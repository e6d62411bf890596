-- Returns the start of the period of this length that contains an instant, in UTC. A migration creates the same function.
-- Called by: count_rows, move_row_period, recount_rows.
CREATE OR REPLACE FUNCTION row_period(created timestamptz, length interval) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN date_bin(length, created, '2000-01-01T00:00Z');
