-- Unschedules the appointments of appointment_plan that become longer and for which their proctor type or proctor group has
-- no capacity left. Each is decided as a new appointment (takeCapacity in src/proctoring/capacity.ts), in the order in which
-- they were scheduled. An appointment that does not become longer is kept, also above a lower capacity.
-- It locks the types and groups. Who has such a lock and waits for a session has waited for its course first, which the
-- caller has locked, so one reconciliation cannot deadlock. Transactions with several can, and are repeated (db/resend.ts).
-- Called by: reconcile_appointments.
CREATE OR REPLACE FUNCTION limit_appointments() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  longer uuid[] := ARRAY(
    SELECT p.sid FROM appointment_plan p
    WHERE NOT p.is_unscheduled
      AND coalesce(p.ends, p.starts + interval '1 millisecond') > coalesce(p.was_ends, p.starts + interval '1 millisecond')
    ORDER BY p.scheduled, p.sid);
  types uuid[];
  groups uuid[];
  longest interval;
  booking record;
  unscheduled uuid[] := '{}';
BEGIN
  IF longer = '{}' THEN RETURN; END IF;
  types := ARRAY(
    SELECT t.sid FROM proctor_type t
    WHERE t.capacity IS NOT NULL AND EXISTS (
      SELECT FROM exam_session s
      WHERE s.sid = ANY (longer) AND s.install_sid = t.install_sid AND s.proctor_type_sid = sid_text('TS', t.sid))
    ORDER BY t.sid FOR NO KEY UPDATE);
  groups := ARRAY(
    SELECT g.sid FROM proctor_group g
    WHERE g.capacity IS NOT NULL
      AND g.sid IN (SELECT s.proctor_group_sid FROM exam_session s WHERE s.sid = ANY (longer))
    ORDER BY g.sid FOR NO KEY UPDATE);
  IF types || groups = '{}' THEN RETURN; END IF;

  -- The appointments that each of them has in all courses. Those that do not become longer have the turn 0.
  CREATE TEMPORARY TABLE appointment_booking ON COMMIT DROP AS
    SELECT l.sid AS limit_sid, l.capacity, s.sid, coalesce(o.turn, 0) AS turn, s.appointment_date AS starts,
      coalesce(CASE WHEN p.sid IS NULL THEN s.appointment_end_date ELSE p.ends END,
        s.appointment_date + interval '1 millisecond') AS ends
    FROM (
      SELECT t.sid, t.capacity, sid_text('TS', t.sid) AS type_sid, NULL::uuid AS group_sid
      FROM proctor_type t WHERE t.sid = ANY (types)
      UNION ALL SELECT g.sid, g.capacity, NULL, g.sid FROM proctor_group g WHERE g.sid = ANY (groups)
    ) l
    JOIN exam_session s ON (s.proctor_type_sid = l.type_sid OR s.proctor_group_sid = l.group_sid)
      AND s.status IN ('Pending Approval', 'Scheduled', 'Incident') AND s.ended_date IS NULL
    LEFT JOIN appointment_plan p ON p.sid = s.sid
    LEFT JOIN unnest(longer) WITH ORDINALITY o(sid, turn) ON o.sid = s.sid
    WHERE p.is_unscheduled IS NOT TRUE;
  CREATE INDEX ON appointment_booking (limit_sid, starts);
  ANALYZE appointment_booking;
  longest := (SELECT max(b.ends - b.starts) FROM appointment_booking b);

  FOR booking IN SELECT b.* FROM appointment_booking b WHERE b.turn > 0 ORDER BY b.turn LOOP
    CONTINUE WHEN booking.capacity > (
      -- Most have fewer others beside them than the capacity, so the most at once, which takes longer, does not matter.
      SELECT CASE WHEN count(*) < booking.capacity THEN 0
        ELSE most_at_once(array_agg(b.starts), array_agg(b.ends), booking.starts) END
      FROM appointment_booking b
      -- The bound by the longest one limits how much of the index is read.
      WHERE b.limit_sid = booking.limit_sid AND b.starts > booking.starts - longest AND b.starts < booking.ends
        AND b.ends > booking.starts AND b.turn < booking.turn);
    DELETE FROM appointment_booking b
    WHERE b.limit_sid = ANY (types || groups) AND b.starts = booking.starts AND b.sid = booking.sid;
    unscheduled := unscheduled || booking.sid;
  END LOOP;
  DROP TABLE appointment_booking;
  UPDATE appointment_plan p SET is_unscheduled = true, slot = NULL WHERE p.sid = ANY (unscheduled);
END
$$;
