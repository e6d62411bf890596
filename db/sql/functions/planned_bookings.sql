-- Returns the appointments that proctor types and proctor groups have, in all courses, as appointment_plan makes them, between
-- the first start and the last end of those that become longer.
-- Parameters: limits: the types and groups. longer: the sessions whose appointments become longer, in the order in which they
-- are decided.
-- Returns: limit_sid, capacity: the type or group. turn: the position in longer; 0 for the others.
-- Called by: limit_appointments.
CREATE OR REPLACE FUNCTION planned_bookings(limits uuid[], longer uuid[])
RETURNS TABLE (limit_sid uuid, capacity integer, sid uuid, turn bigint, starts timestamptz, ends timestamptz)
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  first_start timestamptz;
  last_end timestamptz;
BEGIN
  SELECT min(p.starts), max(appointment_end(p.starts, p.ends)) INTO first_start, last_end
  FROM appointment_plan p WHERE p.sid = ANY (longer);
  RETURN QUERY
  SELECT l.sid, l.capacity, s.sid, coalesce(o.turn, 0), s.appointment_date, w.ends
  FROM (
    SELECT t.sid, t.capacity, sid_text('TS', t.sid) AS type_sid, NULL::uuid AS group_sid
    FROM proctor_type t WHERE t.sid = ANY (limits)
    UNION ALL SELECT g.sid, g.capacity, NULL, g.sid FROM proctor_group g WHERE g.sid = ANY (limits)
  ) l
  JOIN exam_session s ON (s.proctor_type_sid = l.type_sid OR s.proctor_group_sid = l.group_sid)
    AND is_booked(s.status, s.ended_date)
    AND s.appointment_date < last_end
  LEFT JOIN appointment_plan p ON p.sid = s.sid
  LEFT JOIN unnest(longer) WITH ORDINALITY o(sid, turn) ON o.sid = s.sid
  CROSS JOIN LATERAL (
    SELECT appointment_end(s.appointment_date, CASE WHEN p.sid IS NULL THEN s.appointment_end_date ELSE p.ends END) AS ends) w
  WHERE p.is_unscheduled IS NOT TRUE AND w.ends > first_start;
END
$$;
