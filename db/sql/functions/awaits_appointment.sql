-- Returns whether a session of this status has no appointment yet, so that it follows the duration of its configuration.
-- Postgres inlines it, so it costs no call per row.
-- Called by: reconcile_assigned, reconcile_enrollment, is_closable, lacks_appointment.
CREATE OR REPLACE FUNCTION awaits_appointment(status text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status IN ('Needs Proctor', 'Approval Denied')
$$;
