-- Locks the courses in which users are enrolled, in the order of all writers of several courses, and the users.
-- Called by: merge_users, DELETE .../users/{} (src/proctoring/people/users/erase.ts).
CREATE OR REPLACE FUNCTION lock_courses_of(people uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM course c
  WHERE c.sid IN (SELECT e.course_sid FROM enrollment e WHERE e.user_sid = ANY (people))
  ORDER BY c.sid FOR NO KEY UPDATE;
  PERFORM FROM users u WHERE u.sid = ANY (people) ORDER BY u.sid FOR NO KEY UPDATE;
  -- Again, because they can have been enrolled in further courses while this waited.
  PERFORM FROM course c
  WHERE c.sid IN (SELECT e.course_sid FROM enrollment e WHERE e.user_sid = ANY (people))
  ORDER BY c.sid FOR NO KEY UPDATE;
END
$$;
