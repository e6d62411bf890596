-- Returns the time that the history of sessions records: that of a batch which sets `invigil.clock`, as the time sweep does,
-- or else the current time.
-- Called by: record_created_sessions, record_session_transitions.
CREATE OR REPLACE FUNCTION session_clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT coalesce(nullif(current_setting('invigil.clock', true), '')::timestamptz, clock_timestamp())
$$;
