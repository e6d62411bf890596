-- Provisions an exam of a course. A new exam gets its primary configuration and the slots of its instructors.
-- Parameters: course: its sid. exam: `ids`, `members`, `configuration` (by column, with its sid: its password is sealed
-- for that row) and `instructors`.
-- Returns: row_sid: the exam. result: `Created`, `Updated` or `Found Existing`.
-- Raises: IV001 `exam_has_appointments` if an exam with appointments became a draft.
-- Called by: provision_item.
CREATE OR REPLACE FUNCTION provision_exam(install uuid, course uuid, exam jsonb, OUT row_sid uuid, OUT result text)
LANGUAGE plpgsql AS $$
DECLARE
  configuration uuid;
BEGIN
  SELECT p.row_sid, p.result INTO row_sid, result
  FROM provision_row('exam', install, course, exam->'ids', exam->'members' || jsonb_build_object('course_sid', course)) p;
  IF result = 'Updated' AND exam->'members'->>'status' = 'draft' THEN
    PERFORM guard(NOT has_appointments(row_sid), 'exam_has_appointments');
  END IF;
  IF result <> 'Created' THEN RETURN; END IF;

  INSERT INTO exam_configuration
  SELECT * FROM jsonb_populate_record(NULL::exam_configuration, exam->'configuration'
    || jsonb_build_object('install_sid', install, 'exam_sid', row_sid, 'updated_automated_sessions', 0,
      'created_date', now(), 'edit_date', now()))
  RETURNING sid INTO configuration;
  INSERT INTO instructor_proctor (sid, configuration_sid, position, location, start_time, end_time, capacity)
  SELECT uuid_v7(), configuration, i.position, i.location, i.start_time, i.end_time, i.capacity
  FROM jsonb_populate_recordset(NULL::instructor_proctor, exam->'instructors') i;
END
$$;
