-- Reconciles the sessions of provisioned items, and counts for each accommodation the appointments of its learner that it changed.
-- Parameters: results: the result of provision_item for each item, or its fault.
-- Called by: provision, provision_batch.
CREATE OR REPLACE FUNCTION reconcile_provisioned(results jsonb[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  exams uuid[];
  people uuid[];
  counts bigint[];
BEGIN
  -- Exams with a change, and with accommodations: those of several learners are reconciled together.
  SELECT array_agg(c.exam_sid), array_agg(c.user_sid), array_agg(c.changed) INTO exams, people, counts
  FROM (
    SELECT x.sid AS exam_sid, s.user_sid, count(*) FILTER (WHERE s.status <> 'Closed') AS changed
    FROM (
      SELECT (r->'exam'->>'sid')::uuid AS exam_sid, bool_or(r->'exam'->>'result' = 'Updated') AS is_updated,
        array_agg(DISTINCT (r->'enrollment'->>'sid')::uuid) AS enrollments
      FROM unnest(results) r
      WHERE r->'exam'->>'result' = 'Updated' OR r->'accommodation'->>'result' IN ('Created', 'Updated')
      GROUP BY 1) e
    JOIN exam x ON x.sid = e.exam_sid
    CROSS JOIN LATERAL reconcile_courses(ARRAY[x.course_sid], x.sid,
      CASE WHEN NOT e.is_updated AND cardinality(e.enrollments) = 1 THEN e.enrollments[1] END,
      CASE WHEN NOT e.is_updated THEN 'withdrawn'
        WHEN x.status = 'active' THEN 'removed-by-limited-scope' ELSE 'other-reason' END) s
    GROUP BY x.sid, s.user_sid) c;
  UPDATE exam_configuration c SET updated_automated_sessions = coalesce(n.changed, 0)
  FROM unnest(results) r
  LEFT JOIN unnest(exams, people, counts) n(exam_sid, user_sid, changed)
    ON n.exam_sid = (r->'exam'->>'sid')::uuid AND n.user_sid = (r->'user'->>'sid')::uuid
  WHERE c.sid = (r->'accommodation'->>'sid')::uuid AND r->'accommodation'->>'result' IN ('Created', 'Updated');

  -- One learner is reconciled individually; several are reconciled by course in one call. Without a change, nothing is.
  PERFORM reconcile_sessions(array_agg(DISTINCT (r->'course'->>'sid')::uuid), NULL,
    CASE WHEN cardinality(results) = 1 AND results[1]->'exam'->>'result' IS DISTINCT FROM 'Created'
      THEN (results[1]->'enrollment'->>'sid')::uuid END, 'withdrawn')
  FROM unnest(results) r
  WHERE r->'enrollment'->>'result' NOT IN ('Found Existing', 'Suppressed') OR r->'exam'->>'result' <> 'Found Existing'
  HAVING count(*) > 0;
END
$$;
