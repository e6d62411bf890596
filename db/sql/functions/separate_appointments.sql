-- Unschedules the later one of two appointments of a learner that overlap because the earlier one, of appointment_plan,
-- ends later than before. If the later one runs, or another request is changing it, the earlier one is unscheduled: this
-- function waits for no session of another course, so it cannot deadlock. Adds the appointments that the plan does not
-- have, of other exams, to it. Nobody schedules one meanwhile, because scheduling waits for the courses of all
-- appointments of the learner.
-- Called by: reconcile_appointments.
CREATE OR REPLACE FUNCTION separate_appointments() RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  earlier uuid[];
  later uuid[];
  people uuid[];
  others uuid[];
  losers text[];
  person uuid;
  unscheduled uuid[] := '{}';
  of_person uuid[] := '{}';
BEGIN
  SELECT array_agg(c.earlier ORDER BY c.n), array_agg(c.later ORDER BY c.n), array_agg(c.user_sid ORDER BY c.n)
  INTO earlier, later, people
  FROM (
    SELECT p.sid AS earlier, o.sid AS later, p.user_sid,
      row_number() OVER (ORDER BY p.user_sid, p.starts, o.appointment_date, o.sid) AS n
    FROM appointment_plan p
    CROSS JOIN LATERAL (SELECT appointment_end(p.starts, p.ends) AS at) ends
    JOIN exam_session o ON o.user_sid = p.user_sid AND o.sid <> p.sid
      AND is_booked(o.status, o.ended_date)
      AND o.appointment_date >= p.starts AND o.appointment_date < ends.at
      AND (o.in_progress_date IS NOT NULL OR o.appointment_end_date IS NULL OR o.appointment_end_date > now())
    WHERE NOT p.is_unscheduled AND ends.at > appointment_end(p.starts, p.was_ends)
      AND NOT EXISTS (SELECT FROM appointment_plan q WHERE q.sid = o.sid AND q.is_unscheduled)
  ) c;
  IF earlier IS NULL THEN RETURN; END IF;

  others := ARRAY(
    SELECT o.sid FROM exam_session o
    WHERE o.sid = ANY (later) AND is_upcoming(o.status, o.in_progress_date)
      AND NOT EXISTS (SELECT FROM appointment_plan p WHERE p.sid = o.sid));
  IF NOT is_tried() THEN
    others := ARRAY(
      SELECT o.sid FROM exam_session o
      WHERE o.sid = ANY (others) AND is_upcoming(o.status, o.in_progress_date)
      ORDER BY o.sid FOR NO KEY UPDATE SKIP LOCKED);
  END IF;
  -- Reads again: another request can have ended or cancelled one before it was locked.
  SELECT array_agg(CASE
      WHEN p.sid IS NOT NULL OR l.sid IS NOT NULL THEN 'later'
      WHEN is_booked(o.status, o.ended_date) THEN 'earlier'
    END ORDER BY c.n)
  INTO losers
  FROM unnest(later) WITH ORDINALITY c(sid, n)
  JOIN exam_session o ON o.sid = c.sid
  LEFT JOIN appointment_plan p ON p.sid = c.sid
  LEFT JOIN (SELECT unnest(others) AS sid) l ON l.sid = c.sid;

  FOR n IN 1 .. cardinality(earlier) LOOP
    IF people[n] IS DISTINCT FROM person THEN
      person := people[n];
      of_person := '{}';
    END IF;
    CONTINUE WHEN losers[n] IS NULL OR earlier[n] = ANY (of_person) OR later[n] = ANY (of_person);
    of_person := of_person || CASE losers[n] WHEN 'later' THEN later[n] ELSE earlier[n] END;
    unscheduled := unscheduled || of_person[cardinality(of_person)];
  END LOOP;

  UPDATE appointment_plan p SET is_unscheduled = true, slot = NULL WHERE p.sid = ANY (unscheduled);
  INSERT INTO appointment_plan (sid, exam_sid, enrollment_sid, user_sid, status, starts, was_ends, was_duration, was_slot,
    duration, is_unscheduled)
  SELECT o.sid, o.exam_sid, o.enrollment_sid, o.user_sid, o.status, o.appointment_date, o.appointment_end_date, o.duration,
    o.instructor_proctor_sid, o.duration, true
  FROM exam_session o
  WHERE o.sid = ANY (others) AND o.sid = ANY (unscheduled);
END
$$;
