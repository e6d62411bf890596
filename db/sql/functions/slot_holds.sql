-- Returns whether a slot lasts from the start to the end of an appointment. A null bound of the slot is unlimited; an
-- appointment without an end fits only into a slot without one. `holds` of
-- src/proctoring/sessions/scheduling/choose-slot.ts is the same rule; a test compares them.
-- Postgres inlines it, so it costs no call per row.
-- Called by: appointment_fits, place_appointments, src/proctoring/sessions/scheduling/seats.ts.
CREATE OR REPLACE FUNCTION slot_holds(slot_start timestamptz, slot_end timestamptz, starts timestamptz, ends timestamptz)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (slot_start IS NULL OR slot_start <= starts) AND (slot_end IS NULL OR coalesce(ends <= slot_end, false))
$$;
