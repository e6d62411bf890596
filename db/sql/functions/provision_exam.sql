-- Provisions an exam of a course. A new exam gets its primary configuration and the slots of its instructors.
-- Parameters: course: its sid. exam: `ids`, `members`, `configuration` (by column, with its sid: its password is sealed
-- for that row), `instructors`, and `change`: how the caller may change configurations (change_configurations).
-- Returns: row_sid: the exam. result: `Created`, `Updated` or `Found Existing`.
-- Raises: IV001 `exam_has_appointments` if an exam with appointments became a draft; `action_not_allowed`, with the path as
-- its detail, if the caller may not assign a locked exam.
-- Called by: provision_item.
CREATE OR REPLACE FUNCTION provision_exam(install uuid, course uuid, exam jsonb, OUT row_sid uuid, OUT result text)
LANGUAGE plpgsql AS $$
DECLARE
  configuration uuid;
  was_limited boolean;
BEGIN
  -- The course is locked, so the exam does not change meanwhile.
  IF exam->'members' ? 'limited_scope' THEN
    SELECT e.limited_scope INTO was_limited FROM exam e WHERE e.sid = provision_match('exam', install, course, exam->'ids');
  END IF;
  SELECT p.row_sid, p.result INTO row_sid, result
  FROM provision_row('exam', install, course, exam->'ids', exam->'members' || jsonb_build_object('course_sid', course)) p;
  IF result = 'Updated' AND exam->'members'->>'status' = 'draft' THEN
    PERFORM guard(NOT has_appointments(row_sid), 'exam_has_appointments');
  END IF;
  IF was_limited <> (exam->'members'->>'limited_scope')::boolean THEN
    IF NOT (exam->'change'->>'may_be_locked')::boolean AND EXISTS (
      SELECT FROM exam_configuration c WHERE c.exam_sid = row_sid AND c.type = 'primary' AND c.locked)
    THEN
      RAISE EXCEPTION USING ERRCODE = 'IV001', MESSAGE = 'action_not_allowed', DETAIL = 'exam.limitedScope';
    END IF;
    PERFORM change_configurations(install, ARRAY[row_sid], '{}', (exam->'change'->>'may_be_locked')::boolean,
      (exam->'change'->>'revokes_approval')::boolean);
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
