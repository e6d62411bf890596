-- Returns how many seats a slot has beside those of the appointments in appointment_plan; null means unlimited.
-- Parameters: of_slot: its sid. capacity: of the slot.
-- Called by: place_appointments.
CREATE OR REPLACE FUNCTION seats_left(of_slot uuid, capacity integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  RETURN CASE WHEN capacity IS NULL THEN NULL ELSE greatest(0, capacity - (
    SELECT count(*) FROM exam_session s LEFT JOIN appointment_plan p ON p.sid = s.sid
    WHERE s.instructor_proctor_sid = of_slot AND s.cancelled_date IS NULL AND p.sid IS NULL)) END;
END
$$;
