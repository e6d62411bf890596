-- Returns whether a learner with this current session of an exam has no appointment for it: the session is missing (nulls),
-- cancelled, or awaits an appointment. Postgres inlines it, so it costs no call per row.
-- Called by: unscheduled_until, the triggers session_pair_*_marked, src/proctoring/reports/unscheduled-pairs.ts.
CREATE OR REPLACE FUNCTION lacks_appointment(status text, is_cancelled boolean) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status IS NULL OR is_cancelled OR awaits_appointment(status)
$$;
