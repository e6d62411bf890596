-- Returns whether an exam has appointments that are not over and have not started.
-- Parameters: exam: its sid.
-- Called by: PUT .../exams/{examSid}, provision_exam.
CREATE OR REPLACE FUNCTION has_appointments(exam uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM exam_session s
    WHERE s.exam_sid = exam AND is_upcoming(s.status, s.in_progress_date) AND s.appointment_date IS NOT NULL
      AND (s.appointment_end_date IS NULL OR s.appointment_end_date > now()))
$$;
