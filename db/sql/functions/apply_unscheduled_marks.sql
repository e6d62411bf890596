-- Updates unscheduled_learner for the oldest marks, and deletes these, and the rows whose time is over. Concurrent calls run
-- one after the other. The rows are computed after the marks are read, so they include every change that these marks stand
-- for. Marks and users are read by their keys: joins would read all of them for each call.
-- Parameters: at_most: the number of marks.
-- Returns: the number of applied marks.
-- Called by: the cron trigger of the platform Worker.
CREATE OR REPLACE FUNCTION apply_unscheduled_marks(at_most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  users uuid[];
  applied integer;
BEGIN
  LOCK TABLE unscheduled_learner IN SHARE ROW EXCLUSIVE MODE;

  -- Only among these marks: no index has the others.
  IF EXISTS (SELECT FROM (SELECT m.install_sid FROM unscheduled_mark m ORDER BY m.id LIMIT at_most) o
      WHERE o.install_sid IS NULL) THEN
    DELETE FROM unscheduled_mark m WHERE m.install_sid IS NULL;
    INSERT INTO unscheduled_mark (install_sid, course_sid) SELECT c.install_sid, c.sid FROM course c;
  END IF;

  WITH taken AS (
    DELETE FROM unscheduled_mark m
    WHERE m.id = ANY (ARRAY(SELECT o.id FROM unscheduled_mark o ORDER BY o.id LIMIT at_most))
    RETURNING m.course_sid, m.user_sid
  ), marked AS (
    SELECT t.user_sid FROM taken t WHERE t.user_sid IS NOT NULL
    UNION
    SELECT e.user_sid FROM taken t JOIN enrollment e ON e.course_sid = t.course_sid
  )
  SELECT ARRAY(SELECT m.user_sid FROM marked m), (SELECT count(*) FROM taken) INTO users, applied;

  WITH listed AS MATERIALIZED (
    SELECT u.sid, u.install_sid, u.created_date, n.unscheduled_until
    FROM unscheduled_until(users) n
    CROSS JOIN LATERAL (SELECT * FROM users p WHERE p.sid = n.user_sid AND p.install_sid = n.install_sid LIMIT 1) u
  ), removed AS (
    DELETE FROM unscheduled_learner l
    WHERE l.user_sid = ANY (users) AND NOT EXISTS (SELECT FROM listed n WHERE n.sid = l.user_sid)
  )
  INSERT INTO unscheduled_learner AS l (user_sid, install_sid, created_date, unscheduled_until)
  SELECT sid, install_sid, created_date, unscheduled_until FROM listed
  ON CONFLICT (user_sid) DO UPDATE SET install_sid = excluded.install_sid, created_date = excluded.created_date,
    unscheduled_until = excluded.unscheduled_until
  WHERE (l.install_sid, l.created_date, l.unscheduled_until)
    IS DISTINCT FROM (excluded.install_sid, excluded.created_date, excluded.unscheduled_until);

  DELETE FROM unscheduled_learner l WHERE l.unscheduled_until <= now();
  RETURN applied;
END
$$;
