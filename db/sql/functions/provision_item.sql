-- As in 0006_provisioning.sql, but the item names the sid of the configuration: its password is sealed for that row.
CREATE OR REPLACE FUNCTION provision_item(install uuid, item jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  course record;
  person record;
  test record;
  place record;
  configuration uuid;
  enrolled text;
BEGIN
  -- A record that nothing was put into cannot be read at the end.
  SELECT NULL::uuid AS row_sid, NULL::text AS result INTO person;
  SELECT NULL::uuid AS row_sid, NULL::text AS result INTO test;
  SELECT NULL::uuid AS sid, NULL::text AS role, NULL::text AS status INTO place;

  IF NOT EXISTS (
    SELECT FROM course_offering o
    WHERE o.install_sid = install AND o.sid = (item->'course'->'members'->>'course_offering_sid')::uuid
  ) AND item->'course'->'members'->>'course_offering_sid' IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'unknown_sid', DETAIL = 'course.courseOfferingSid';
  END IF;
  IF NOT EXISTS (
    SELECT FROM time_zone z WHERE z.sid = (item->'user'->'members'->>'time_zone_sid')::uuid
  ) AND item->'user'->'members'->>'time_zone_sid' IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'unknown_sid', DETAIL = 'user.timeZoneSid';
  END IF;

  SELECT * FROM provision_row('course', 'deleted_date IS NOT NULL', install, 'course',
    item->'course'->'ids', item->'course'->'members') INTO course;
  PERFORM FROM course c WHERE c.sid = course.row_sid FOR NO KEY UPDATE;

  IF item ? 'user' THEN
    SELECT * FROM provision_row('users', 'erased_date IS NOT NULL', install, 'user',
      item->'user'->'ids', item->'user'->'members') INTO person;
  END IF;

  IF item ? 'enrollment' THEN
    SELECT e.sid, e.role, e.status INTO place
    FROM enrollment e WHERE e.course_sid = course.row_sid AND e.user_sid = person.row_sid;
    IF place.sid IS NULL THEN
      INSERT INTO enrollment (sid, install_sid, course_sid, user_sid, role)
      VALUES (uuid_v7(), install, course.row_sid, person.row_sid, coalesce(item->'enrollment'->>'role', 'learner'))
      RETURNING sid, role, status INTO place;
      enrolled := 'Created';
    ELSIF place.status = 'withdrawn' OR place.role <> coalesce(item->'enrollment'->>'role', place.role) THEN
      UPDATE enrollment
      SET status = 'active', role = coalesce(item->'enrollment'->>'role', place.role), edit_date = now()
      WHERE sid = place.sid;
      enrolled := 'Updated';
    ELSE
      enrolled := 'Found Existing';
    END IF;
  END IF;

  IF item ? 'exam' THEN
    -- An exam is looked for in its course: it cannot move to another.
    SELECT * FROM provision_row('exam', format('status = ''deleted'' OR course_sid <> %L', course.row_sid),
      install, 'exam', item->'exam'->'ids',
      item->'exam'->'members' || jsonb_build_object('course_sid', course.row_sid)) INTO test;
    IF test.result = 'Created' THEN
      INSERT INTO exam_configuration
      SELECT * FROM jsonb_populate_record(NULL::exam_configuration, item->'exam'->'configuration'
        || jsonb_build_object('install_sid', install, 'exam_sid', test.row_sid,
          'created_date', now(), 'edit_date', now()))
      RETURNING sid INTO configuration;
      INSERT INTO instructor_proctor (sid, configuration_sid, position, location, start_time, end_time, capacity)
      SELECT uuid_v7(), configuration, i.position, i.location, i.start_time, i.end_time, i.capacity
      FROM jsonb_populate_recordset(NULL::instructor_proctor, item->'exam'->'instructors') i;
    END IF;
  END IF;

  RETURN jsonb_build_object(
    'course', jsonb_build_object('sid', course.row_sid, 'result', course.result),
    'user', CASE WHEN item ? 'user' THEN jsonb_build_object('sid', person.row_sid, 'result', person.result) END,
    'enrollment', CASE WHEN item ? 'enrollment' THEN jsonb_build_object('sid', place.sid, 'result', enrolled) END,
    'exam', CASE WHEN item ? 'exam' THEN jsonb_build_object('sid', test.row_sid, 'result', test.result) END);
END
$$;
