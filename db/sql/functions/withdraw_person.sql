-- Withdraws the enrollments of a person and closes every session that has not ended, also running ones, so that seats are free.
-- Parameters: person: the sid of the user; the caller has locked the courses (lock_courses_of).
-- Called by: DELETE .../users/{} (src/proctoring/people/users/erase.ts).
CREATE OR REPLACE FUNCTION withdraw_person(person uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE enrollment e SET status = 'withdrawn', edit_date = now() WHERE e.user_sid = person AND e.status = 'active';
  PERFORM reconcile_sessions(ARRAY[e.course_sid], NULL, e.sid, 'withdrawn')
  FROM (SELECT e.course_sid, e.sid FROM enrollment e WHERE e.user_sid = person ORDER BY e.sid) e;
  UPDATE exam_session s
  SET status = 'Closed', status_reason = 'withdrawn', ended_date = now(), instructor_proctor_sid = NULL, edit_date = now()
  WHERE s.user_sid = person AND is_running(s.status, s.in_progress_date, s.ended_date);
END
$$;
