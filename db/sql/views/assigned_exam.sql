-- One row for each exam that a learner is assigned, from the tables that `adjustment` is maintained from. It joins fewer
-- tables than effective_configuration, whose is_assigned is the same, except for drafts, which only this view has: a
-- property test compares the two.
-- Read by: reconcile_assigned, reconcile_enrollment, reconcile_courses.
CREATE VIEW assigned_exam AS
SELECT e.sid AS enrollment_sid, x.sid AS exam_sid, e.user_sid, e.course_sid, e.install_sid
FROM enrollment e
JOIN exam x ON x.course_sid = e.course_sid
WHERE e.role = 'learner' AND e.status = 'active' AND x.status <> 'deleted'
  AND (NOT x.limited_scope
    OR EXISTS (
      SELECT FROM assignment a JOIN assignment_enrollment t ON t.assignment_sid = a.sid
      WHERE a.exam_sid = x.sid AND t.enrollment_sid = e.sid)
    OR EXISTS (
      SELECT FROM assignment a
      JOIN assignment_section t ON t.assignment_sid = a.sid
      JOIN enrollment_section s ON s.section_sid = t.section_sid
      WHERE a.exam_sid = x.sid AND s.enrollment_sid = e.sid));
