-- Unschedules the appointments of appointment_plan that become longer and for which their proctor type or proctor group has
-- no capacity left. Each is decided as a new appointment (takeCapacity in src/proctoring/capacity.ts), in the order in which
-- they were scheduled. An appointment that does not become longer is kept, also above a lower capacity.
-- It locks the types and groups, unless the change is only tried. Who has such a lock and waits for a session has waited for its course first, which the
-- caller has locked, so one reconciliation cannot deadlock. Transactions with several can, and are repeated (db/resend.ts).
-- Called by: reconcile_appointments.
CREATE OR REPLACE FUNCTION limit_appointments() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  longer uuid[] := ARRAY(
    SELECT p.sid FROM appointment_plan p
    WHERE NOT p.is_unscheduled
      AND appointment_end(p.starts, p.ends) > appointment_end(p.starts, p.was_ends)
    ORDER BY p.scheduled, p.sid);
  types uuid[];
  groups uuid[];
  full_ones uuid[];
  longest interval;
  booking record;
  unscheduled uuid[] := '{}';
BEGIN
  IF longer = '{}' THEN RETURN; END IF;
  types := ARRAY(
    SELECT t.sid FROM proctor_type t
    WHERE t.capacity IS NOT NULL AND EXISTS (
      SELECT FROM exam_session s
      WHERE s.sid = ANY (longer) AND s.install_sid = t.install_sid AND s.proctor_type_sid = sid_text('TS', t.sid)));
  groups := ARRAY(
    SELECT g.sid FROM proctor_group g
    WHERE g.capacity IS NOT NULL
      AND g.sid IN (SELECT s.proctor_group_sid FROM exam_session s WHERE s.sid = ANY (longer)));
  IF types || groups = '{}' THEN RETURN; END IF;
  IF NOT is_tried() THEN
    PERFORM FROM proctor_type t WHERE t.sid = ANY (types) ORDER BY t.sid FOR NO KEY UPDATE;
    PERFORM FROM proctor_group g WHERE g.sid = ANY (groups) ORDER BY g.sid FOR NO KEY UPDATE;
  END IF;

  -- Mostly, all appointments together fit, and none needs to be decided on its own.
  full_ones := ARRAY(
    SELECT b.limit_sid FROM planned_bookings(types || groups, longer) b
    GROUP BY b.limit_sid, b.capacity
    HAVING most_at_once(array_agg(b.starts), array_agg(b.ends), '-infinity') > b.capacity);
  IF full_ones = '{}' THEN RETURN; END IF;

  CREATE TEMPORARY TABLE appointment_booking ON COMMIT DROP AS
    SELECT * FROM planned_bookings(full_ones, longer);
  -- Those that have their place. An appointment is added when it is decided.
  CREATE TEMPORARY TABLE appointment_placed ON COMMIT DROP AS
    SELECT b.limit_sid, b.starts, b.ends FROM appointment_booking b WHERE b.turn = 0;
  CREATE INDEX ON appointment_placed (limit_sid, starts);
  longest := (SELECT max(b.ends - b.starts) FROM appointment_booking b);
  FOR booking IN
    SELECT b.sid, array_agg(b.limit_sid) AS limits, array_agg(b.capacity) AS capacities, b.starts, b.ends
    FROM appointment_booking b WHERE b.turn > 0 GROUP BY b.turn, b.sid, b.starts, b.ends ORDER BY b.turn
  LOOP
    IF EXISTS (
      SELECT FROM unnest(booking.limits, booking.capacities) l(limit_sid, capacity)
      WHERE l.capacity <= (
        SELECT most_at_once(array_agg(b.starts), array_agg(b.ends), booking.starts)
        FROM appointment_placed b
        -- The bound by the longest one limits how much of the index is read.
        WHERE b.limit_sid = l.limit_sid AND b.starts > booking.starts - longest AND b.starts < booking.ends
          AND b.ends > booking.starts)
    ) THEN
      unscheduled := unscheduled || booking.sid;
    ELSE
      INSERT INTO appointment_placed SELECT l, booking.starts, booking.ends FROM unnest(booking.limits) l;
    END IF;
  END LOOP;
  DROP TABLE appointment_booking, appointment_placed;
  UPDATE appointment_plan p SET is_unscheduled = true, slot = NULL WHERE p.sid = ANY (unscheduled);
END
$$;
