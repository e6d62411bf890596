-- Reconciles the sessions of provisioned items.
-- Parameters: results: the result of provision_item for each item, or its fault.
-- Called by: provision, provision_batch.
CREATE OR REPLACE FUNCTION reconcile_provisioned(results jsonb[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM reconcile_sessions(ARRAY[x.course_sid], x.sid, NULL,
    CASE WHEN x.status = 'active' THEN 'removed-by-limited-scope' ELSE 'other-reason' END)
  FROM exam x
  WHERE x.sid IN (SELECT (r->'exam'->>'sid')::uuid FROM unnest(results) r WHERE r->'exam'->>'result' = 'Updated');

  -- One learner is reconciled individually; several are reconciled by course in one call. Without a change, nothing is.
  PERFORM reconcile_sessions(array_agg(DISTINCT (r->'course'->>'sid')::uuid), NULL,
    CASE WHEN cardinality(results) = 1 AND results[1]->'exam'->>'result' IS DISTINCT FROM 'Created'
      THEN (results[1]->'enrollment'->>'sid')::uuid END, 'withdrawn')
  FROM unnest(results) r
  WHERE r->'enrollment'->>'result' NOT IN ('Found Existing', 'Suppressed') OR r->'exam'->>'result' <> 'Found Existing'
  HAVING count(*) > 0;

  UPDATE exam_configuration c SET updated_automated_sessions = (
    SELECT count(*) FROM reconcile_courses(ARRAY[(r->'course'->>'sid')::uuid], (r->'exam'->>'sid')::uuid,
      (r->'enrollment'->>'sid')::uuid, 'withdrawn'))
  FROM unnest(results) r
  WHERE c.sid = (r->'accommodation'->>'sid')::uuid AND r->'accommodation'->>'result' <> 'Found Existing';
END
$$;
