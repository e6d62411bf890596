-- Returns the start of the quarter of an hour (UTC) in which GET …/reports/appointmentVolume counts a session, or null if
-- it does not count it. Postgres inlines it, so it costs no call per row. A migration creates the same function.
-- Called by: count_appointments, recount_appointments.
CREATE OR REPLACE FUNCTION appointment_quarter(status text, cancelled_date timestamptz, appointment_date timestamptz)
RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN cancelled_date IS NULL AND status IN ('Scheduled', 'Processing', 'Incident', 'Closed')
    THEN date_bin('15 minutes', appointment_date, '2000-01-01 00:00:00Z') END
$$;
