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

  -- Before the enrollments, whose reconciliation leaves no session to count. Individually, a learner takes as long as 50 of a
  -- course that are reconciled together.
  WITH accommodated AS (
    SELECT (r->'course'->>'sid')::uuid AS course_sid, (r->'exam'->>'sid')::uuid AS exam_sid,
      array_agg(DISTINCT (r->'enrollment'->>'sid')::uuid) AS enrollments
    FROM unnest(results) r WHERE r->'accommodation'->>'result' <> 'Found Existing' GROUP BY 1, 2),
  reconciled AS (
    SELECT a.exam_sid, s.enrollment_sid, count(s.session_sid) AS changed
    FROM accommodated a
    CROSS JOIN LATERAL unnest(CASE
      WHEN cardinality(a.enrollments) = 1
        OR cardinality(a.enrollments) * 50 < (SELECT count(*) FROM enrollment n WHERE n.course_sid = a.course_sid)
      THEN a.enrollments ELSE ARRAY[NULL::uuid] END) individually(sid)
    CROSS JOIN LATERAL reconcile_courses(ARRAY[a.course_sid], a.exam_sid, individually.sid, 'withdrawn') s
    GROUP BY a.exam_sid, s.enrollment_sid)
  UPDATE exam_configuration c SET updated_automated_sessions = coalesce(n.changed, 0)
  FROM unnest(results) r
  LEFT JOIN reconciled n
    ON n.exam_sid = (r->'exam'->>'sid')::uuid AND n.enrollment_sid = (r->'enrollment'->>'sid')::uuid
  WHERE c.sid = (r->'accommodation'->>'sid')::uuid AND r->'accommodation'->>'result' <> 'Found Existing';

  -- One learner is reconciled individually; several are reconciled by course in one call. Without a change, nothing is.
  PERFORM reconcile_sessions(array_agg(DISTINCT (r->'course'->>'sid')::uuid), NULL,
    CASE WHEN cardinality(results) = 1 AND results[1]->'exam'->>'result' IS DISTINCT FROM 'Created'
      THEN (results[1]->'enrollment'->>'sid')::uuid END, 'withdrawn')
  FROM unnest(results) r
  WHERE r->'enrollment'->>'result' NOT IN ('Found Existing', 'Suppressed') OR r->'exam'->>'result' <> 'Found Existing'
  HAVING count(*) > 0;
END
$$;
