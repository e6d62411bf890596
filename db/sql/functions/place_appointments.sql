-- Gives the appointments of appointment_plan their seats. An appointment keeps its slot if that holds it whole; if its
-- seats became fewer, those that were scheduled first keep theirs. Each other appointment, in the same order, takes the
-- first slot that holds it and has a seat. An appointment without a seat is unscheduled, if the exam has slots.
-- The caller has locked the courses, so that nobody else takes a seat.
-- Called by: reconcile_appointments.
CREATE OR REPLACE FUNCTION place_appointments() RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  target record;
BEGIN
  UPDATE appointment_plan p SET slot = NULL
  FROM (
    SELECT k.sid, k.slot, row_number() OVER (PARTITION BY k.slot ORDER BY k.scheduled, k.sid) AS place
    FROM appointment_plan k
  ) o
  JOIN (
    SELECT i.sid, seats_left(i.sid, i.capacity) AS seats FROM instructor_proctor i
    WHERE i.capacity IS NOT NULL AND i.sid IN (SELECT k.slot FROM appointment_plan k)
  ) t ON t.sid = o.slot
  WHERE p.sid = o.sid AND o.place > t.seats;

  FOR target IN
    SELECT i.sid, i.configuration_sid, i.start_time, i.end_time,
      seats_left(i.sid, i.capacity) - (SELECT count(*) FROM appointment_plan p WHERE p.slot = i.sid) AS seats
    FROM instructor_proctor i
    WHERE i.configuration_sid IN (
      SELECT p.slots_of FROM appointment_plan p WHERE p.slot IS NULL AND NOT p.is_unscheduled)
    ORDER BY i.configuration_sid, i.position
  LOOP
    CONTINUE WHEN target.seats <= 0;
    UPDATE appointment_plan p SET slot = target.sid
    WHERE p.sid IN (
      SELECT w.sid FROM appointment_plan w
      WHERE w.slots_of = target.configuration_sid AND w.slot IS NULL AND NOT w.is_unscheduled
        AND slot_holds(target.start_time, target.end_time, w.starts, w.ends)
      ORDER BY w.scheduled, w.sid LIMIT target.seats);
  END LOOP;

  UPDATE appointment_plan p SET is_unscheduled = true WHERE p.slots_of IS NOT NULL AND p.slot IS NULL;
END
$$;
