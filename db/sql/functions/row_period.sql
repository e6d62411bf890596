-- Returns the start of the period that contains an instant: a quarter of a UTC day. A migration creates the same function.
-- Called by: count_rows, move_row_period, recount_rows.
CREATE OR REPLACE FUNCTION row_period(created timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN date_bin('6 hours', created, '2000-01-01T00:00Z');
