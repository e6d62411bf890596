-- Returns each appointment that has not started and is not over, with what the effective configuration makes of it. An
-- exam that is not active has no appointments, even if they are over. Neither the scheduling window nor attempts nor
-- approval matter to an appointment that is made.
-- Parameters: courses; exam: null for all of the courses; enrollment: null for all of these.
-- Returns: the session with its current values (was_*). duration, ends: as appointmentEnd of
-- src/proctoring/sessions/lifecycle/appointment.ts computes them; a test compares them. fits: the exam is active, and open at
-- the start and for 5 minutes more. slots_of: the configuration whose slots apply; null if it has none, and
-- for an appointment whose seat was freed: it needs none. keeps_slot: the slot applies still and holds the appointment.
-- Called by: reconcile_appointments.
CREATE OR REPLACE FUNCTION appointment_fits(courses uuid[], exam uuid, enrollment uuid)
RETURNS TABLE (sid uuid, exam_sid uuid, enrollment_sid uuid, user_sid uuid, scheduled timestamptz, status text,
  starts timestamptz, was_ends timestamptz, was_duration integer, was_slot uuid, ends timestamptz, duration integer,
  fits boolean, slots_of uuid, keeps_slot boolean)
LANGUAGE sql STABLE AS $$
  SELECT s.sid, s.exam_sid, s.enrollment_sid, s.user_sid, coalesce(s.date_scheduled, s.created_date), s.status,
    s.appointment_date, s.appointment_end_date, s.duration, s.instructor_proctor_sid, w.ends, c.duration,
    x.status = 'active' AND (c.exam_open_date IS NULL OR s.appointment_date >= c.exam_open_date)
      AND (c.exam_close_date IS NULL OR s.appointment_date <= c.exam_close_date - interval '5 minutes'),
    CASE WHEN NOT (s.seat_released AND s.instructor_proctor_sid IS NULL)
        AND EXISTS (SELECT FROM instructor_proctor o WHERE o.configuration_sid = c.instructors_of_sid)
      THEN c.instructors_of_sid END,
    i.sid IS NOT NULL
  FROM exam_session s
  JOIN exam x ON x.sid = s.exam_sid
  JOIN effective_configuration c ON c.enrollment_sid = s.enrollment_sid AND c.exam_sid = s.exam_sid
  CROSS JOIN LATERAL (
    SELECT least(s.appointment_date + c.duration * interval '1 minute', c.exam_close_date) AS ends) w
  LEFT JOIN instructor_proctor i ON i.sid = s.instructor_proctor_sid AND i.configuration_sid = c.instructors_of_sid
    AND slot_holds(i.start_time, i.end_time, s.appointment_date, w.ends)
  WHERE s.course_sid = ANY (courses) AND (exam IS NULL OR s.exam_sid = exam)
    AND (enrollment IS NULL OR s.enrollment_sid = enrollment)
    AND c.course_sid = ANY (courses) AND (exam IS NULL OR c.exam_sid = exam)
    AND (enrollment IS NULL OR c.enrollment_sid = enrollment)
    AND is_upcoming(s.status, s.in_progress_date) AND s.appointment_date IS NOT NULL
    AND (s.appointment_end_date IS NULL OR s.appointment_end_date > now() OR x.status <> 'active')
$$;
