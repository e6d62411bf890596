-- Keeps the sessions of courses in step with who is to take which exam: those of one exam, of one enrollment, or all.
-- Closes what nobody is to take any more, unless it runs; gives sessions without an appointment the duration that is in
-- force; makes those that are missing for exams whose window is not over. Who took the exam once asks for another
-- attempt; who lost a session by withdrawing gets a new one by coming back. The caller holds the courses. Doing it again
-- changes nothing. Planned afresh each time: a plan for all scopes at once would read whole tables.
CREATE FUNCTION settle_sessions(courses uuid[], exam uuid, enrollment uuid, reason text) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  UPDATE exam_session s
  SET status = 'Closed', status_reason = reason, cancelled_date = now(), edit_date = now()
  WHERE s.course_sid = ANY (courses) AND (exam IS NULL OR s.exam_sid = exam) AND (enrollment IS NULL OR s.enrollment_sid = enrollment)
    AND s.status IN ('Needs Proctor', 'Pending Approval', 'Approval Denied', 'Scheduled') AND s.in_progress_date IS NULL
    AND NOT EXISTS (
      SELECT FROM assigned_exam a WHERE a.enrollment_sid = s.enrollment_sid AND a.exam_sid = s.exam_sid);

  UPDATE exam_session s
  SET duration = c.duration, edit_date = now()
  FROM effective_configuration c
  WHERE s.course_sid = ANY (courses) AND (exam IS NULL OR s.exam_sid = exam) AND (enrollment IS NULL OR s.enrollment_sid = enrollment)
    AND s.status IN ('Needs Proctor', 'Approval Denied')
    AND c.course_sid = ANY (courses) AND (exam IS NULL OR c.exam_sid = exam)
    AND (enrollment IS NULL OR c.enrollment_sid = enrollment)
    AND c.enrollment_sid = s.enrollment_sid AND c.exam_sid = s.exam_sid AND c.duration IS DISTINCT FROM s.duration;

  INSERT INTO exam_session
    (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, duration)
  SELECT uuid_v7(), c.install_sid, c.course_sid, c.exam_sid, c.enrollment_sid, c.user_sid,
    replace(gen_random_uuid()::text, '-', ''), c.duration
  FROM effective_configuration c
  LEFT JOIN session_pair p ON p.enrollment_sid = c.enrollment_sid AND p.exam_sid = c.exam_sid
  WHERE c.course_sid = ANY (courses) AND (exam IS NULL OR c.exam_sid = exam)
    AND (enrollment IS NULL OR c.enrollment_sid = enrollment)
    AND c.is_assigned AND (c.exam_close_date IS NULL OR c.exam_close_date > now())
    AND (p.session_sid IS NULL OR p.is_cancelled)
    AND (c.attempts IS NULL OR c.attempts > coalesce(p.attempts_used, 0))
  ON CONFLICT (enrollment_sid, exam_sid) WHERE status <> 'Closed' DO NOTHING;
END
$$;
--> statement-breakpoint
-- Finds the row of an install that any of `ids` names, or makes it; what `members` says of it holds afterwards. `members`
-- is keyed by column. Raises IV002 with a fault's code, and its path as the detail.
CREATE FUNCTION provision_row(relation regclass, gone text, install uuid, path text, ids jsonb, members jsonb,
  OUT row_sid uuid, OUT result text)
LANGUAGE plpgsql AS $$
DECLARE
  known uuid[];
  said jsonb := jsonb_strip_nulls(jsonb_build_object(
    'lms_id', ids->'lms', 'api_id', ids->'api', 'external_id', ids->'external')) || members;
  columns text := (SELECT string_agg(quote_ident(name), ', ') FROM jsonb_object_keys(said) name);
  touched int;
BEGIN
  LOOP
    -- One search per id, so that each uses its index.
    EXECUTE format(
      'SELECT array_agg(DISTINCT sid) FROM (
        SELECT sid FROM %1$s WHERE sid = ($2->>''sid'')::uuid AND install_sid = $1 AND NOT (%2$s)
        UNION ALL SELECT sid FROM %1$s WHERE install_sid = $1 AND lms_id = $2->>''lms'' AND NOT (%2$s)
        UNION ALL SELECT sid FROM %1$s WHERE install_sid = $1 AND api_id = $2->>''api'' AND NOT (%2$s)
        UNION ALL SELECT sid FROM %1$s WHERE install_sid = $1 AND external_id = $2->>''external'' AND NOT (%2$s)
      ) candidates', relation, gone)
    INTO known USING install, ids;
    IF ids ? 'sid' AND NOT (ids->>'sid')::uuid = ANY (coalesce(known, '{}')) THEN
      RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'unknown_sid', DETAIL = path || '.ids.sid';
    ELSIF cardinality(known) > 1 THEN
      RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'ambiguous_ids', DETAIL = path || '.ids';
    END IF;

    row_sid := known[1];
    EXIT WHEN row_sid IS NULL;
    -- Held from here on. Who was deleted or erased while this waited is looked for again.
    EXECUTE format('SELECT count(*) FROM (SELECT FROM %1$s WHERE sid = $1 AND NOT (%2$s) FOR NO KEY UPDATE) held', relation, gone)
    INTO touched USING row_sid;
    EXIT WHEN touched = 1;
  END LOOP;

  IF row_sid IS NULL THEN
    row_sid := uuid_v7();
    EXECUTE format(
      'INSERT INTO %1$s (sid, install_sid, %2$s) SELECT $1, $2, %2$s FROM jsonb_populate_record(NULL::%1$s, $3)',
      relation, columns)
    USING row_sid, install, said;
    result := 'Created';
  ELSIF columns IS NULL THEN
    result := 'Found Existing';
  ELSE
    EXECUTE format(
      'UPDATE %1$s t SET (%2$s, edit_date) = (SELECT %2$s, now() FROM jsonb_populate_record(NULL::%1$s, $2))
       WHERE sid = $1 AND (SELECT ROW(%2$s) FROM (SELECT t.*) t)
         IS DISTINCT FROM (SELECT ROW(%2$s) FROM jsonb_populate_record(NULL::%1$s, $2))',
      relation, columns)
    USING row_sid, said;
    GET DIAGNOSTICS touched = ROW_COUNT;
    result := CASE WHEN touched = 1 THEN 'Updated' ELSE 'Found Existing' END;
  END IF;
END
$$;
--> statement-breakpoint
-- Brings in a course, a user, the user's enrollment in the course and an exam of it, each as far as the item names it.
-- Sessions are left as they were. src/proctoring/provision/item.ts makes items.
CREATE FUNCTION provision_item(install uuid, item jsonb) RETURNS jsonb
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
        || jsonb_build_object('sid', uuid_v7(), 'install_sid', install, 'exam_sid', test.row_sid,
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
--> statement-breakpoint
-- The sessions that follow from what items have made.
CREATE FUNCTION settle_provisioned(results jsonb[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM settle_sessions(ARRAY[x.course_sid], x.sid, NULL,
    CASE WHEN x.status = 'active' THEN 'removed-by-limited-scope' ELSE 'other-reason' END)
  FROM exam x
  WHERE x.sid IN (SELECT (r->'exam'->>'sid')::uuid FROM unnest(results) r WHERE r->'exam'->>'result' = 'Updated');

  -- One learner is settled alone; many are settled course by course in one go.
  PERFORM settle_sessions(array_agg(DISTINCT (r->'course'->>'sid')::uuid), NULL,
    CASE WHEN cardinality(results) = 1 AND results[1]->'exam'->>'result' IS DISTINCT FROM 'Created'
      THEN (results[1]->'enrollment'->>'sid')::uuid END, 'withdrawn')
  FROM unnest(results) r
  WHERE r->'enrollment'->>'result' <> 'Found Existing' OR r->'exam'->>'result' <> 'Found Existing';
END
$$;
--> statement-breakpoint
-- One item, all of it or nothing. The caller holds the install.
CREATE FUNCTION provision(install uuid, item jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  result jsonb := provision_item(install, item);
BEGIN
  PERFORM settle_provisioned(ARRAY[result]);
  RETURN result;
END
$$;
--> statement-breakpoint
-- Each item by itself: what fails leaves nothing of its item and all of the others. The caller holds the install.
CREATE FUNCTION provision_batch(install uuid, items jsonb) RETURNS SETOF jsonb
LANGUAGE plpgsql AS $$
DECLARE
  item jsonb;
  results jsonb[] := '{}';
  fault_path text;
  broken text;
BEGIN
  FOR item IN SELECT jsonb_array_elements(items) LOOP
    BEGIN
      results := results || provision_item(install, item);
    EXCEPTION
      WHEN SQLSTATE 'IV002' THEN
        GET STACKED DIAGNOSTICS fault_path = PG_EXCEPTION_DETAIL;
        results := results || jsonb_build_object('fault', jsonb_build_object('path', fault_path, 'code', SQLERRM));
      WHEN foreign_key_violation THEN
        results := results || jsonb_build_object('fault', jsonb_build_object('path', '', 'code', 'reference_gone'));
      WHEN unique_violation THEN
        GET STACKED DIAGNOSTICS broken = CONSTRAINT_NAME;
        IF broken <> 'users_username' THEN RAISE; END IF;
        results := results || jsonb_build_object(
          'fault', jsonb_build_object('path', 'user.username', 'code', 'username_taken'));
    END;
  END LOOP;
  PERFORM settle_provisioned(results);
  RETURN QUERY SELECT unnest(results);
END
$$;
