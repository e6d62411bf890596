-- Enrolls a user in a course: inserts the enrollment, or activates it and sets its role.
-- Parameters: course, person: their sids; the course is locked. enrollment_role: null for the current role, or
-- `learner`.
-- Returns: row_sid: the enrollment. result: `Created`, `Updated` or `Found Existing`.
-- Called by: provision_item.
CREATE OR REPLACE FUNCTION provision_enrollment(install uuid, course uuid, person uuid, enrollment_role text,
  OUT row_sid uuid, OUT result text)
LANGUAGE plpgsql AS $$
DECLARE
  existing record;
BEGIN
  SELECT e.sid, e.role, e.status INTO existing
  FROM enrollment e WHERE e.course_sid = course AND e.user_sid = person;
  row_sid := existing.sid;
  IF row_sid IS NULL THEN
    row_sid := uuid_v7();
    INSERT INTO enrollment (sid, install_sid, course_sid, user_sid, role)
    VALUES (row_sid, install, course, person, coalesce(enrollment_role, 'learner'));
    result := 'Created';
  ELSIF existing.status = 'withdrawn' OR existing.role <> coalesce(enrollment_role, existing.role) THEN
    UPDATE enrollment
    SET status = 'active', role = coalesce(enrollment_role, existing.role), edit_date = now()
    WHERE sid = row_sid;
    result := 'Updated';
  ELSE
    result := 'Found Existing';
  END IF;
END
$$;
