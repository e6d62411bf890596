-- Ends the reservations in other systems that have run out. A session that has not started loses its seat; it keeps its
-- status, also when its exam changes later (appointment_fits).
-- Parameters: at: the clock. amount: how many at most.
-- Returns: how many it ended. Less than `amount`: no more are due, or requests have locked the others.
-- Called by: src/proctoring/sessions/clock.
CREATE OR REPLACE FUNCTION release_expired_reservations(at timestamptz, amount integer) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  due uuid[];
BEGIN
  due := array(
    SELECT s.sid FROM exam_session s
    WHERE s.external_reserved_appointment_expires <= at AND s.status NOT IN ('Closed', 'Processing')
      AND s.ended_date IS NULL
    ORDER BY s.external_reserved_appointment_expires LIMIT amount FOR NO KEY UPDATE SKIP LOCKED);
  UPDATE exam_session s
  SET external_reserved_appointment_id = NULL, external_reserved_appointment_expires = NULL, edit_date = at,
    instructor_proctor_sid = CASE WHEN s.in_progress_date IS NOT NULL THEN s.instructor_proctor_sid END,
    seat_released = s.seat_released OR s.in_progress_date IS NULL AND s.instructor_proctor_sid IS NOT NULL
  WHERE s.sid = ANY (due);
  RETURN cardinality(due);
END
$$;
