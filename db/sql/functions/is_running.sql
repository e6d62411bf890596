-- Returns whether an attempt is being taken: it was started and has not ended. An incident does not end it.
-- Postgres inlines it, so it costs no call per row. `isRunning` of src/proctoring/sessions/transitions.ts is the same rule;
-- a test compares them.
-- Called by: record_created_sessions, record_session_transitions, embed_sessions.
CREATE OR REPLACE FUNCTION is_running(status text, in_progress_date timestamptz, ended_date timestamptz)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status IN ('Scheduled', 'Incident') AND in_progress_date IS NOT NULL AND ended_date IS NULL
$$;
