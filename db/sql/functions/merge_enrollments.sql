-- Moves the sessions, accommodations, assignments, sections and files of an enrollment to another one of the same course, and
-- deletes it. The other one keeps its ids and gets those that it lacks; it is active if one of the two is, and
-- returns with its deleted course if one of the two would.
-- Parameters: from_sid, into_sid: the enrollments. target: the user of the second. The caller has locked the course.
-- Called by: merge_users.
CREATE OR REPLACE FUNCTION merge_enrollments(from_sid uuid, into_sid uuid, target uuid) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  was enrollment;
BEGIN
  SELECT * INTO was FROM enrollment e WHERE e.sid = from_sid;
  DELETE FROM session_pair p WHERE p.enrollment_sid = from_sid;
  UPDATE session_event v SET enrollment_sid = into_sid, user_sid = target
  WHERE v.session_sid IN (SELECT s.sid FROM exam_session s WHERE s.enrollment_sid = from_sid);
  UPDATE exam_session s SET enrollment_sid = into_sid, user_sid = target, edit_date = now()
  WHERE s.enrollment_sid = from_sid;
  UPDATE file f SET enrollment_sid = into_sid WHERE f.enrollment_sid = from_sid;
  UPDATE exam_configuration c SET enrollment_sid = into_sid, edit_date = now() WHERE c.enrollment_sid = from_sid;

  INSERT INTO assignment_enrollment (assignment_sid, enrollment_sid)
  SELECT a.assignment_sid, into_sid FROM assignment_enrollment a WHERE a.enrollment_sid = from_sid
  ON CONFLICT DO NOTHING;
  DELETE FROM assignment_enrollment a WHERE a.enrollment_sid = from_sid;
  INSERT INTO enrollment_section (enrollment_sid, section_sid, role, end_date)
  SELECT into_sid, m.section_sid, m.role, m.end_date FROM enrollment_section m WHERE m.enrollment_sid = from_sid
  ON CONFLICT DO NOTHING;
  DELETE FROM enrollment_section m WHERE m.enrollment_sid = from_sid;
  DELETE FROM adjustment j WHERE j.enrollment_sid = from_sid;
  DELETE FROM enrollment e WHERE e.sid = from_sid;

  UPDATE enrollment e SET
    role = CASE WHEN e.status = 'withdrawn' AND (was.status = 'active'
      OR was.withdrawn_date > coalesce(e.withdrawn_date, '-infinity')) THEN was.role ELSE e.role END,
    status = CASE WHEN was.status = 'active' THEN 'active' ELSE e.status END,
    withdrawn_date = CASE WHEN e.status = 'withdrawn' AND was.status = 'withdrawn' THEN greatest(e.withdrawn_date, was.withdrawn_date) END,
    lms_id = coalesce(e.lms_id, was.lms_id), sis_id = coalesce(e.sis_id, was.sis_id),
    api_id = coalesce(e.api_id, was.api_id), external_id = coalesce(e.external_id, was.external_id), edit_date = now()
  WHERE e.sid = into_sid;
END
$$;
