-- Returns whether a session occupies its appointment: for its learner, and in the capacity of its proctor type and group.
-- `isBooked` of db/schema/proctoring.ts, the condition of two indexes, is the same rule; a test compares them. Postgres inlines
-- it, so these indexes serve it.
-- Called by: src/proctoring/sessions/scheduling/overlap.ts, planned_bookings, separate_appointments, merge_users.
CREATE OR REPLACE FUNCTION is_booked(status text, ended_date timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status IN ('Pending Approval', 'Scheduled', 'Incident') AND ended_date IS NULL
$$;
