-- Returns the counts of one file of a roster under its name: `created`, `updated`, `unchanged` and `deleted`.
-- Parameters: listed: the rows that were applied and do not delete.
-- Called by: the functions apply_roster_*.
CREATE OR REPLACE FUNCTION roster_counts(file text, listed int, created int, updated int, deleted int) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object(file, jsonb_build_object('created', created, 'updated', updated,
    'unchanged', listed - created - updated, 'deleted', deleted))
$$;
