-- Returns whether a session has an appointment, or requested one, and has not started.
-- Postgres inlines it, so it costs no call per row. `isUpcoming` of src/proctoring/sessions/transitions.ts is the same rule; a
-- test compares them.
-- Called by: is_closable, appointment_fits, reconcile_appointments, reconcile_courses.
CREATE OR REPLACE FUNCTION is_upcoming(status text, in_progress_date timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status = 'Pending Approval' OR status = 'Scheduled' AND in_progress_date IS NULL
$$;
