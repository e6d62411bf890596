-- The sessions that follow from what items have made.
CREATE OR REPLACE FUNCTION settle_provisioned(results jsonb[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM settle_sessions(ARRAY[x.course_sid], x.sid, NULL,
    CASE WHEN x.status = 'active' THEN 'removed-by-limited-scope' ELSE 'other-reason' END)
  FROM exam x
  WHERE x.sid IN (SELECT (r->'exam'->>'sid')::uuid FROM unnest(results) r WHERE r->'exam'->>'result' = 'Updated');

  -- One learner is settled alone; many are settled course by course in one go.
  PERFORM settle_sessions(array_agg(DISTINCT (r->'course'->>'sid')::uuid), NULL,
    CASE WHEN cardinality(results) = 1 AND results[1]->'exam'->>'result' IS DISTINCT FROM 'Created'
      THEN (results[1]->'enrollment'->>'sid')::uuid END, 'withdrawn')
  FROM unnest(results) r
  WHERE r->'enrollment'->>'result' <> 'Found Existing' OR r->'exam'->>'result' <> 'Found Existing';
END
$$;
