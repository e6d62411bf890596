-- Returns the names of the members of the API record that differ between two versions of a session, in alphabetical order.
-- `editDate` is not one of them, because each change sets it.
-- Parameters: before, after: the versions.
-- Called by: record_session_transitions.
CREATE OR REPLACE FUNCTION changed_session_members(before exam_session, after exam_session) RETURNS text[]
LANGUAGE sql STABLE AS $$
  WITH version AS (
    SELECT to_jsonb(r) - 'edit_date' || jsonb_build_object(
      'series', coalesce(r.series, r.sid),
      'running', is_running(r.status, r.in_progress_date, r.ended_date)) AS members
    FROM unnest(array[before, after]) r
  )
  SELECT coalesce(array_agg(api_member(d.key) ORDER BY api_member(d.key)), '{}')
  FROM (
    SELECT m.key FROM version v CROSS JOIN jsonb_each(v.members) m
    GROUP BY m.key HAVING count(DISTINCT m.value) > 1
  ) d
$$;
