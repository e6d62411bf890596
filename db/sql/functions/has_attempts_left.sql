-- Returns whether another session may be created. Null attempts are unlimited; null used means that there was no session.
-- Postgres inlines it, so it costs no call per row.
-- Called by: session_entitlement, unscheduled_until, src/proctoring/reports/unscheduled-pairs.ts.
CREATE OR REPLACE FUNCTION has_attempts_left(attempts integer, used integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT attempts IS NULL OR attempts > coalesce(used, 0)
$$;
