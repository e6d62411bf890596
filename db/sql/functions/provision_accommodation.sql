-- Applies the accommodation of an item to the learner in the exam, by the rules of POST .../accommodations/batch
-- (src/proctoring/exams/accommodations): percentages are of the primary configuration's duration and rounded up, and members
-- that are absent stay as they are.
-- Parameters: exam, enrollment: their sids; the course is locked. given: the members by column; `change`: how
-- the caller may change configurations (change_configurations); `approved`: whether a new one is approved.
-- Returns: row_sid: the accommodation. result: `Created`, `Updated` or `Found Existing`.
-- Raises: IV002 with the code and the path: `action_not_allowed` for a locked one, `invalid_value` or `too_big` for values that
-- a configuration cannot have or that change nothing.
-- Called by: provision_item.
CREATE OR REPLACE FUNCTION provision_accommodation(install uuid, exam uuid, enrollment uuid, given jsonb,
  OUT row_sid uuid, OUT result text)
LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  root exam_configuration;
  before exam_configuration;
  after exam_configuration;
  changes jsonb := given - '{extra_time_percent,extra_minutes,extra_attempts,duration,change,approved}'::text[];
  minutes integer := given->>'duration';
  fault text;
BEGIN
  IF (SELECT e.role FROM enrollment e WHERE e.sid = enrollment) <> 'learner' THEN
    RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'invalid_value', DETAIL = 'accommodation';
  END IF;
  SELECT c.* INTO root FROM exam_configuration c WHERE c.exam_sid = exam AND c.type = 'primary';
  SELECT c.* INTO before FROM adjustment j JOIN exam_configuration c ON c.sid = j.accommodation_sid
  WHERE j.enrollment_sid = enrollment AND j.exam_sid = exam FOR NO KEY UPDATE OF c;
  row_sid := before.sid;

  IF root.duration IS NOT NULL AND given ? 'extra_time_percent' THEN
    minutes := root.duration + ceil(root.duration * (given->>'extra_time_percent')::numeric / 100);
  ELSIF root.duration IS NOT NULL AND given ? 'extra_minutes' THEN
    minutes := root.duration + (given->>'extra_minutes')::integer;
  END IF;
  IF minutes IS NOT NULL THEN changes := changes || jsonb_build_object('duration', minutes); END IF;
  IF root.attempts IS NOT NULL AND given ? 'extra_attempts' THEN
    changes := changes || jsonb_build_object('attempts', root.attempts + (given->>'extra_attempts')::integer);
  END IF;
  after := jsonb_populate_record(before, changes);

  fault := CASE
    WHEN changes = '{}' THEN 'accommodation'
    WHEN after.exam_open_date > after.exam_close_date THEN 'accommodation.examCloseDate'
    WHEN after.schedule_open_date > after.schedule_close_date THEN 'accommodation.scheduleCloseDate'
  END;
  IF fault IS NOT NULL THEN RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'invalid_value', DETAIL = fault; END IF;
  IF after.duration > 10080 OR after.attempts > 1000 THEN
    RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'too_big', DETAIL = 'accommodation';
  END IF;
  IF row_sid IS NOT NULL AND after IS NOT DISTINCT FROM before THEN
    result := 'Found Existing';
    RETURN;
  END IF;
  IF (root.locked OR coalesce(before.locked, false)) AND NOT (given->'change'->>'may_be_locked')::boolean THEN
    RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'action_not_allowed', DETAIL = 'accommodation';
  END IF;

  PERFORM change_configurations(install, ARRAY[exam], array_remove(ARRAY[row_sid], NULL),
    (given->'change'->>'may_be_locked')::boolean, (given->'change'->>'revokes_approval')::boolean);

  IF row_sid IS NULL THEN
    row_sid := uuid_v7();
    INSERT INTO exam_configuration (sid, install_sid, exam_sid, enrollment_sid, type, approved, duration, attempts,
      exam_open_date, exam_close_date, schedule_open_date, schedule_close_date)
    VALUES (row_sid, install, exam, enrollment, 'accommodation', (given->>'approved')::boolean, after.duration,
      after.attempts, after.exam_open_date, after.exam_close_date, after.schedule_open_date, after.schedule_close_date);
    result := 'Created';
  ELSE
    UPDATE exam_configuration c SET duration = after.duration, attempts = after.attempts,
      exam_open_date = after.exam_open_date, exam_close_date = after.exam_close_date,
      schedule_open_date = after.schedule_open_date, schedule_close_date = after.schedule_close_date,
      edit_date = now()
    WHERE c.sid = row_sid;
    result := 'Updated';
  END IF;
END
$$;
