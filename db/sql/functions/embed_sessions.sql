-- Returns the sessions that the embed of a token shows, at most 100. A token with a resource shows that session, or the sessions of
-- that exam. Without a resource, a proctoring-session shows the `Scheduled`, `Processing` and `Incident` sessions, except those
-- whose appointment is more than one day in the past. Other elements without a resource show the sessions of their user. An
-- exam-session, and an assessment-viewer of a learner, show only sessions of their user.
-- Each kind of resource has its own branch, so that each reads one index.
-- Parameters: secret: the hash of the secret of the token.
-- Returns: running sessions, then the next appointments, then the newest. Only a proctor's list has the first two groups.
-- Called by: src/sts/embeds/queries.ts.
CREATE OR REPLACE FUNCTION embed_sessions(secret bytea)
RETURNS TABLE (sid uuid, exam_sid uuid, enrollment_sid uuid, status text, appointment_date timestamptz, running boolean,
  exam_title text, learner text)
LANGUAGE plpgsql STABLE ROWS 100 SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- An appointment is next if it is ahead or started at most two hours ago, so its learner may still start.
  recent_since CONSTANT timestamptz := now() - interval '2 hours';
BEGIN
  RETURN QUERY
  WITH token AS (
    SELECT f.install_sid, f.element_type, f.resource, f.target_user_sid,
      f.element_type = 'exam-session' OR f.element_type = 'assessment-viewer' AND u.role = 'learner' AS is_learner,
      CASE WHEN f.resource ~ '^(ES|EX)[0-9a-f]{32}$' THEN substr(f.resource, 3)::uuid END AS resource_sid
    FROM sts_token t
    JOIN sts_family f ON f.sid = t.family_sid
    LEFT JOIN users u ON u.sid = f.target_user_sid
    WHERE t.secret_hash = secret
  ),
  visible AS (
    SELECT s.sid, s.exam_sid, s.enrollment_sid, s.user_sid, s.status, s.appointment_date, s.created_date,
      is_running(s.status, s.in_progress_date, s.ended_date) AS running,
      token.element_type = 'proctoring-session' AND is_running(s.status, s.in_progress_date, s.ended_date) AS is_first,
      token.element_type = 'proctoring-session'
        AND coalesce(s.status IN ('Scheduled', 'Pending Approval') AND s.appointment_date > recent_since, false) AS is_next
    FROM token,
    LATERAL (
      SELECT s.* FROM exam_session s
      WHERE NOT token.is_learner AND left(token.resource, 2) = 'ES' AND s.sid = token.resource_sid
      UNION ALL
      SELECT s.* FROM exam_session s
      WHERE NOT token.is_learner AND left(token.resource, 2) = 'EX' AND s.exam_sid = token.resource_sid
      UNION ALL
      SELECT s.* FROM exam_session s
      WHERE s.user_sid = token.target_user_sid AND (
        token.element_type <> 'proctoring-session' AND token.resource = '*'
        OR token.is_learner AND token.resource_sid IN (s.sid, s.exam_sid))
      UNION ALL
      SELECT s.* FROM proctored_sessions(token.install_sid, recent_since) proctored(session_sid)
        JOIN exam_session s ON s.sid = proctored.session_sid
      WHERE token.element_type = 'proctoring-session' AND token.resource = '*'
    ) s
    WHERE s.install_sid = token.install_sid
  ),
  -- The names are read after the limit.
  listed AS (
    SELECT * FROM visible v
    ORDER BY v.is_first DESC, v.is_next DESC, CASE WHEN v.is_first OR v.is_next THEN v.appointment_date END,
      v.appointment_date DESC NULLS LAST, v.created_date DESC
    LIMIT 100
  )
  SELECT l.sid, l.exam_sid, l.enrollment_sid, l.status, l.appointment_date, l.running,
    (SELECT x.title FROM exam x WHERE x.sid = l.exam_sid),
    (SELECT concat_ws(' ', u.first_name, u.last_name) FROM users u WHERE u.sid = l.user_sid)
  FROM listed l
  ORDER BY l.is_first DESC, l.is_next DESC, CASE WHEN l.is_first OR l.is_next THEN l.appointment_date END,
    l.appointment_date DESC NULLS LAST, l.created_date DESC;
END
$$;
