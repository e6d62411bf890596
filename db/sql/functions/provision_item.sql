-- Provisions a course, a user, the user's enrollment in the course and an exam of it, if the item has them.
-- Sessions do not change.
-- Parameters: item: made by src/proctoring/provisioning/item.ts.
-- Returns: the sid and the result of each by name: `course`, `user`, `enrollment`, `exam`.
-- Raises: as provision_references and provision_match.
-- Called by: provision, provision_batch.
CREATE OR REPLACE FUNCTION provision_item(install uuid, item jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  course record;
  person record;
  enrolled record;
  test record;
BEGIN
  -- A record that was never assigned cannot be read.
  SELECT NULL::uuid AS row_sid, NULL::text AS result INTO person;
  SELECT NULL::uuid AS row_sid, NULL::text AS result INTO enrolled;
  SELECT NULL::uuid AS row_sid, NULL::text AS result INTO test;

  PERFORM provision_references(install, item);
  SELECT * FROM provision_row('course', install, NULL, item->'course'->'ids', item->'course'->'members') INTO course;
  PERFORM FROM course c WHERE c.sid = course.row_sid FOR NO KEY UPDATE;
  IF item ? 'user' THEN
    SELECT * FROM provision_row('user', install, NULL, item->'user'->'ids', item->'user'->'members') INTO person;
  END IF;
  IF item ? 'enrollment' THEN
    SELECT * FROM provision_enrollment(install, course.row_sid, person.row_sid, item->'enrollment'->>'role') INTO enrolled;
  END IF;
  IF item ? 'exam' THEN
    SELECT * FROM provision_exam(install, course.row_sid, item->'exam') INTO test;
  END IF;

  RETURN jsonb_build_object(
    'course', jsonb_build_object('sid', course.row_sid, 'result', course.result),
    'user', CASE WHEN item ? 'user' THEN jsonb_build_object('sid', person.row_sid, 'result', person.result) END,
    'enrollment',
      CASE WHEN item ? 'enrollment' THEN jsonb_build_object('sid', enrolled.row_sid, 'result', enrolled.result) END,
    'exam', CASE WHEN item ? 'exam' THEN jsonb_build_object('sid', test.row_sid, 'result', test.result) END);
END
$$;
