-- Returns the sourcedIds of the users of an install that were merged into others, with the user who has their records: one for each
-- id. An id that a user has by now is none. It reads the merged users from their index, few of all.
-- Called by: stage_roster_users, apply_roster_enrollments, src/proctoring/roster/queries.ts.
CREATE OR REPLACE FUNCTION former_roster_ids(install uuid) RETURNS TABLE (id text, sid uuid) LANGUAGE sql STABLE ROWS 10 AS $$
  SELECT DISTINCT ON (f.identity->>'sis') f.identity->>'sis', t.sid
  FROM users m
  JOIN users t ON t.sid = m.merged_into_sid AND t.erased_date IS NULL
  CROSS JOIN LATERAL jsonb_array_elements(t.former_identities) AS f (identity)
  WHERE m.install_sid = install AND m.merged_into_sid IS NOT NULL AND f.identity->>'sis' IS NOT NULL
    AND NOT EXISTS (
      SELECT FROM users u
      WHERE u.install_sid = install AND u.sis_id = f.identity->>'sis' AND u.erased_date IS NULL)
  ORDER BY f.identity->>'sis', t.created_date, t.sid
$$;
