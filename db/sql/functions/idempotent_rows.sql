-- Returns the rows of each statement of idempotency_key.results as {names, values}. A JSON object would lose columns
-- with the same name.
-- Called by: src/shared/idempotency/queries.ts.
CREATE OR REPLACE FUNCTION idempotent_rows(results json) RETURNS json
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(json_agg((
    SELECT coalesce(json_agg((
      SELECT json_build_object('names', json_agg(c.key), 'values', json_agg(c.value)) FROM json_each(r.value) c
    )), '[]') FROM json_array_elements(s.value) r
  )), '[]') FROM json_array_elements(results) s
$$;
