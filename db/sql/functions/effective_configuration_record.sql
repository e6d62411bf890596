-- Returns the effective configuration of a learner of the install in an exam, with what its record contains beside it; no row for
-- others than learners, for a deleted course, or without a primary configuration. A function keeps the plan for each connection, as
-- in effective_configuration_of.
-- Parameters: the sids of the path.
-- Returns: configuration: the row of the view, as JSON, because then a migration can drop the view or add a column.
-- attempts_used: the number of attempts that the learner has started.
-- Called by: src/proctoring/exams/configurations/queries.ts.
CREATE OR REPLACE FUNCTION effective_configuration_record(of_install uuid, of_enrollment uuid, of_exam uuid)
RETURNS TABLE (configuration json, instructors_of_sid uuid, attempts_used integer)
LANGUAGE plpgsql STABLE ROWS 1 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
  SELECT to_json(f), f.instructors_of_sid, coalesce((
    SELECT p.attempts_used FROM session_pair p WHERE p.enrollment_sid = of_enrollment AND p.exam_sid = of_exam), 0)
  FROM effective_configuration f
  JOIN course c ON c.sid = f.course_sid AND c.deleted_date IS NULL
  JOIN enrollment e ON e.sid = f.enrollment_sid AND e.role = 'learner'
  WHERE f.install_sid = of_install AND f.enrollment_sid = of_enrollment AND f.exam_sid = of_exam;
END
$$;
