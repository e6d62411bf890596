-- Returns the uuids that a text contains, with or without hyphens.
-- Called by: keep_idempotent_results().
CREATE OR REPLACE FUNCTION uuids_in(searched text) RETURNS uuid[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT m[1]::uuid), '{}')
  FROM regexp_matches(searched, '([0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12})', 'g') m
$$;
