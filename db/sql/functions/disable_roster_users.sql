-- Disables the users of an install that roster_user deletes or, when it is complete, does not list, and withdraws their
-- enrollments. Stores whether the last role of each was over. One who is listed with the sourcedId of a merged user stays. Those that were withdrawn with their course stay withdrawn when the course is restored.
-- Returns: deleted: the number of users that were enabled or enrolled; courses: the courses of the enrollments. Leaves
-- all of these users in the temporary table roster_leaver, so that enrollments.csv does not enroll them again.
-- Called by: apply_roster_users.
CREATE OR REPLACE FUNCTION disable_roster_users(install uuid, is_complete boolean, OUT deleted int, OUT courses uuid[])
LANGUAGE plpgsql AS $$
BEGIN
  CREATE TEMPORARY TABLE roster_leaver ON COMMIT DROP AS
  SELECT u.sid, (u.enabled OR EXISTS (SELECT FROM enrollment e WHERE e.user_sid = u.sid AND e.status = 'active')) AS was_active,
    EXISTS (SELECT FROM roster_user r WHERE r.ended AND r.id = u.sis_id) AS ended
  FROM users u
  WHERE u.install_sid = install AND u.sis_id IS NOT NULL AND u.erased_date IS NULL
    AND (EXISTS (SELECT FROM roster_user r WHERE r.gone AND r.id = u.sis_id)
      OR (is_complete AND NOT EXISTS (SELECT FROM roster_user r WHERE r.id = u.sis_id)
        AND NOT EXISTS (SELECT FROM roster_user r WHERE r.is_former AND NOT r.gone AND r.sid = u.sid)));
  CREATE INDEX ON roster_leaver (sid);
  ANALYZE roster_leaver;
  SELECT count(*) FROM roster_leaver l WHERE l.was_active INTO deleted;

  UPDATE users u SET enabled = false, edit_date = now() FROM roster_leaver l WHERE u.sid = l.sid AND u.enabled;
  -- One who returns has the roles that are listed from then on.
  UPDATE users u SET roster_roles = '{}', roster_roles_ended = l.ended FROM roster_leaver l
  WHERE u.sid = l.sid AND (u.roster_roles, u.roster_roles_ended) IS DISTINCT FROM ('{}', l.ended);
  WITH withdrawn AS (
    UPDATE enrollment e SET status = 'withdrawn', edit_date = now()
    FROM roster_leaver l WHERE e.user_sid = l.sid AND e.status = 'active'
    RETURNING e.course_sid
  )
  SELECT coalesce(array_agg(course_sid), '{}') FROM withdrawn INTO courses;
  -- Without a date, an enrollment that was withdrawn with its course does not return with it.
  UPDATE enrollment e SET withdrawn_date = NULL
  FROM roster_leaver l, course c
  WHERE e.user_sid = l.sid AND e.status = 'withdrawn' AND c.sid = e.course_sid AND c.deleted_date = e.withdrawn_date;
END
$$;
