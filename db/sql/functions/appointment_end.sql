-- Returns when an appointment ends. One without an end counts as one of a millisecond.
-- Postgres inlines it, so it costs no call per row.
-- Called by: src/proctoring/sessions/scheduling/overlap.ts, src/proctoring/capacity.ts, planned_bookings, limit_appointments,
-- separate_appointments, merge_users.
CREATE OR REPLACE FUNCTION appointment_end(starts timestamptz, ends timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT coalesce(ends, starts + interval '1 millisecond')
$$;
