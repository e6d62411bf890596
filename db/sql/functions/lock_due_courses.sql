-- Locks the courses of due sessions as requests that change courses do, in the order of their sids. It waits for none: the
-- time sweep leaves the sessions of a course that a request has locked to its next run.
-- Parameters: courses: sids, in any order and with repetitions.
-- Returns: the locked courses.
-- Called by: close_no_shows, close_missed_windows.
CREATE OR REPLACE FUNCTION lock_due_courses(courses uuid[]) RETURNS uuid[] LANGUAGE sql VOLATILE AS $$
  SELECT coalesce(array_agg(locked.sid), '{}') FROM (
    SELECT c.sid FROM course c WHERE c.sid = ANY (courses) ORDER BY c.sid FOR NO KEY UPDATE SKIP LOCKED) locked
$$;
