-- Returns the sids of the users of an install whose names contain the parts, without merged users. It reads the stored keys of
-- the names from an index. Postgres does not expect these to be cheaper than computing the keys, so a statement with the same
-- conditions would read all users, or start parallel workers, which takes longer than reading the index.
-- Parameters: first_part, last_part: the parts; null for no condition on that name, but not both.
-- Called by: the lists and reports with filters of a person's name (src/proctoring/people/users/named.ts).
CREATE OR REPLACE FUNCTION users_named(install uuid, first_part text, last_part text) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE ROWS 50
SET enable_seqscan = off SET max_parallel_workers_per_gather = 0 SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- Computed once instead of for each user.
  first_pattern text := name_pattern(first_part);
  last_pattern text := name_pattern(last_part);
BEGIN
  IF first_part IS NULL THEN
    RETURN QUERY SELECT u.sid FROM users u
    WHERE u.install_sid = install AND u.merged_into_sid IS NULL AND name_key(u.last_name) LIKE last_pattern;
  ELSIF last_part IS NULL THEN
    RETURN QUERY SELECT u.sid FROM users u
    WHERE u.install_sid = install AND u.merged_into_sid IS NULL AND name_key(u.first_name) LIKE first_pattern;
  ELSE
    RETURN QUERY SELECT users_named(install, first_part, NULL) INTERSECT SELECT users_named(install, NULL, last_part);
  END IF;
END
$$;
