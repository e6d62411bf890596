-- Updates `adjustment` for pairs of an enrollment and an exam: the newest accommodation, the newest assignment to the
-- enrollment and the newest to one of its sections. A pair without any has no row.
-- Parameters: enrollments, exams: the pairs, by position.
-- Called by: the functions adjust_by_*.
CREATE OR REPLACE FUNCTION refresh_adjustments(enrollments uuid[], exams uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH newest AS (
    SELECT p.enrollment_sid, p.exam_sid, x.install_sid,
      (SELECT c.sid FROM exam_configuration c
       WHERE c.enrollment_sid = p.enrollment_sid AND c.exam_sid = p.exam_sid
       ORDER BY c.created_date DESC, c.sid DESC LIMIT 1) AS accommodation_sid,
      (SELECT a.sid FROM assignment_enrollment t JOIN assignment a ON a.sid = t.assignment_sid
       WHERE t.enrollment_sid = p.enrollment_sid AND a.exam_sid = p.exam_sid
       ORDER BY a.created_date DESC, a.sid DESC LIMIT 1) AS assignment_sid,
      (SELECT a.sid FROM enrollment_section s
       JOIN assignment_section t ON t.section_sid = s.section_sid
       JOIN assignment a ON a.sid = t.assignment_sid
       WHERE s.enrollment_sid = p.enrollment_sid AND a.exam_sid = p.exam_sid
       ORDER BY a.created_date DESC, a.sid DESC LIMIT 1) AS section_assignment_sid
    FROM (SELECT DISTINCT * FROM unnest(enrollments, exams) AS pair(enrollment_sid, exam_sid)) p
    JOIN exam x ON x.sid = p.exam_sid
  ), deleted AS (
    DELETE FROM adjustment j USING newest n
    WHERE j.enrollment_sid = n.enrollment_sid AND j.exam_sid = n.exam_sid
      AND coalesce(n.accommodation_sid, n.assignment_sid, n.section_assignment_sid) IS NULL
  )
  INSERT INTO adjustment AS j (enrollment_sid, exam_sid, install_sid, accommodation_sid, assignment_sid,
    section_assignment_sid)
  SELECT enrollment_sid, exam_sid, install_sid, accommodation_sid, assignment_sid, section_assignment_sid FROM newest
  WHERE coalesce(accommodation_sid, assignment_sid, section_assignment_sid) IS NOT NULL
  ORDER BY enrollment_sid, exam_sid
  ON CONFLICT (enrollment_sid, exam_sid) DO UPDATE SET accommodation_sid = excluded.accommodation_sid,
    assignment_sid = excluded.assignment_sid, section_assignment_sid = excluded.section_assignment_sid
  WHERE (j.accommodation_sid, j.assignment_sid, j.section_assignment_sid) IS DISTINCT FROM
    (excluded.accommodation_sid, excluded.assignment_sid, excluded.section_assignment_sid)
$$;
