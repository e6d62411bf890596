-- Returns a session with what its API record derives from it, by column. Without `edit_date`, which each change sets.
-- Called by: changed_session_members.
CREATE OR REPLACE FUNCTION session_members(session exam_session) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT to_jsonb(session) - 'edit_date' || jsonb_build_object(
    'series', coalesce(session.series, session.sid),
    'running', is_running(session.status, session.in_progress_date, session.ended_date))
$$;
