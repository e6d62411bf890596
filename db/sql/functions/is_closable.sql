-- Returns whether a session that is no longer assigned is closed: it has not been taken and does not run.
-- Postgres inlines it, so it costs no call per row.
-- Called by: reconcile_assigned, reconcile_enrollment.
CREATE OR REPLACE FUNCTION is_closable(status text, in_progress_date timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT awaits_appointment(status) OR is_upcoming(status, in_progress_date)
$$;
