-- Provisions a course, a user, the user's enrollment in the course, an exam of it and the user's accommodation in that, if the
-- item has them.
-- Sessions do not change.
-- Parameters: item: made by src/proctoring/provisioning/item.ts.
-- Returns: the sid and the result of each by name: `course`, `user`, `enrollment`, `exam`, `accommodation`. A suppressed person is not
-- enrolled.
-- Raises: as provision_references, provision_row and provision_accommodation.
-- Called by: provision, provision_batch.
CREATE OR REPLACE FUNCTION provision_item(install uuid, item jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  course record;
  person record;
  enrolled record;
  test record;
  adapted record;
BEGIN
  -- A record that was never assigned cannot be read.
  SELECT NULL::uuid AS row_sid, NULL::text AS result INTO person;
  SELECT NULL::uuid AS row_sid, NULL::text AS result INTO enrolled;
  SELECT NULL::uuid AS row_sid, NULL::text AS result INTO test;
  SELECT NULL::uuid AS row_sid, NULL::text AS result INTO adapted;

  PERFORM provision_references(install, item);
  SELECT * FROM provision_row('course', install, NULL, item->'course'->'ids', item->'course'->'members') INTO course;
  PERFORM FROM course c WHERE c.sid = course.row_sid FOR NO KEY UPDATE;
  IF item ? 'user' THEN
    SELECT * FROM provision_row('user', install, NULL, item->'user'->'ids', item->'user'->'members') INTO person;
  END IF;
  IF person.result = 'Suppressed' THEN
    enrolled.result := 'Suppressed';
  ELSIF item ? 'enrollment' THEN
    SELECT * FROM provision_enrollment(install, course.row_sid, person.row_sid, item->'enrollment'->>'role') INTO enrolled;
    IF enrolled.result <> 'Found Existing'
      OR EXISTS (SELECT FROM users u WHERE u.sid = person.row_sid AND u.last_enrollment_sync IS NULL) THEN
      UPDATE users u SET last_enrollment_sync = now() WHERE u.sid = person.row_sid;
    END IF;
  END IF;
  IF item ? 'exam' THEN
    SELECT * FROM provision_exam(install, course.row_sid, item->'exam') INTO test;
  END IF;

  IF item ? 'accommodation' AND person.result = 'Suppressed' THEN
    adapted.result := 'Suppressed';
  ELSIF item ? 'accommodation' THEN
    SELECT * FROM provision_accommodation(install, test.row_sid, enrolled.row_sid, item->'accommodation') INTO adapted;
  END IF;

  RETURN jsonb_build_object(
    'course', jsonb_build_object('sid', course.row_sid, 'result', course.result),
    'user', CASE WHEN item ? 'user' THEN jsonb_build_object('sid', person.row_sid, 'result', person.result) END,
    'enrollment',
      CASE WHEN item ? 'enrollment' THEN jsonb_build_object('sid', enrolled.row_sid, 'result', enrolled.result) END,
    'exam', CASE WHEN item ? 'exam' THEN jsonb_build_object('sid', test.row_sid, 'result', test.result) END,
    'accommodation',
      CASE WHEN item ? 'accommodation' THEN jsonb_build_object('sid', adapted.row_sid, 'result', adapted.result) END);
END
$$;
