-- Returns the names of the members of the API record that differ between two versions of a session, in alphabetical order.
-- `editDate` is not one of them, because each change sets it.
-- Parameters: before, after: the versions.
-- Called by: record_session_transitions.
CREATE OR REPLACE FUNCTION changed_session_members(before exam_session, after exam_session) RETURNS text[]
LANGUAGE plpgsql STABLE AS $$
DECLARE
  was jsonb := session_members(before);
BEGIN
  RETURN (
    SELECT coalesce(array_agg(api_member(m.key) ORDER BY api_member(m.key)), '{}')
    FROM jsonb_each(session_members(after)) m WHERE m.value IS DISTINCT FROM was->m.key);
END
$$;
