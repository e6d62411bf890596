-- Returns whether an attempt counts for nothing: `POST .../void` has cancelled it.
-- Postgres inlines it, so it costs no call per row.
-- Called by: refresh_session_pairs, insert_follow_ups.
CREATE OR REPLACE FUNCTION is_void(cancelled_date timestamptz, status_reason text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT cancelled_date IS NOT NULL AND status_reason IS NOT DISTINCT FROM 'void'
$$;
