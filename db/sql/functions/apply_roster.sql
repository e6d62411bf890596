-- Applies a OneRoster roster to an install; src/proctoring/roster/import.ts makes `roster`. Records are known by their
-- sourcedId, kept as sis_id. A row that deletes, and in a file that is `complete` a record that it does not list, goes as
-- its own operation would let it go: a course with its exams and enrollments, a class with its memberships; a user
-- leaves every course. The caller holds the install. Answers counts by file, and the rows that do not fit what is there.
CREATE OR REPLACE FUNCTION apply_roster(install uuid, roster jsonb, complete jsonb) RETURNS jsonb
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  zone text := (SELECT default_timezone FROM install i WHERE i.sid = install);
  counts jsonb := '{}';
  taken jsonb;
  touched uuid[];
  listed int;
  updated int;
  created int;
  deleted int;
  roles_changed int;
BEGIN
  -- Courses are held in one order, so that this and other writers cannot wait for each other in a circle.
  PERFORM FROM course c WHERE c.install_sid = install AND c.deleted_date IS NULL
  ORDER BY c.sid FOR NO KEY UPDATE;

  -- academicSessions.csv -> course offerings
  CREATE TEMPORARY TABLE roster_offering ON COMMIT DROP AS
  SELECT * FROM jsonb_to_recordset(roster->'academicSessions')
    AS r(id text, gone boolean, title text, starts date, ends date);
  CREATE INDEX ON roster_offering (id);
  ANALYZE roster_offering;
  SELECT count(*) FROM roster_offering WHERE NOT gone INTO listed;
  UPDATE course_offering o
  SET title = r.title, start_date = first_instant(r.starts, zone), end_date = first_instant(r.ends, zone),
    edit_date = now()
  FROM roster_offering r
  WHERE NOT r.gone AND o.install_sid = install AND o.sis_id = r.id
    AND (o.title, o.start_date, o.end_date) IS DISTINCT FROM
      (r.title, first_instant(r.starts, zone), first_instant(r.ends, zone));
  GET DIAGNOSTICS updated = ROW_COUNT;
  INSERT INTO course_offering (sid, install_sid, sis_id, title, start_date, end_date)
  SELECT uuid_v7(), install, r.id, r.title, first_instant(r.starts, zone), first_instant(r.ends, zone)
  FROM roster_offering r
  WHERE NOT r.gone AND NOT EXISTS (SELECT FROM course_offering o WHERE o.install_sid = install AND o.sis_id = r.id);
  GET DIAGNOSTICS created = ROW_COUNT;
  DELETE FROM course_offering o
  WHERE o.install_sid = install AND o.sis_id IS NOT NULL
    AND (EXISTS (SELECT FROM roster_offering r WHERE r.gone AND r.id = o.sis_id)
      OR (complete ? 'academicSessions' AND NOT EXISTS (SELECT FROM roster_offering r WHERE r.id = o.sis_id)));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  counts := counts || roster_counts('academicSessions', listed, created, updated, deleted);

  -- courses.csv -> courses
  CREATE TEMPORARY TABLE roster_course ON COMMIT DROP AS
  SELECT r.id, r.gone, r.title, r.code, o.sid AS offering
  FROM jsonb_to_recordset(roster->'courses') AS r(id text, gone boolean, title text, code text, term text)
  LEFT JOIN LATERAL (
    SELECT o.sid FROM course_offering o WHERE o.install_sid = install AND o.sis_id = r.term
    ORDER BY o.created_date, o.sid LIMIT 1) o ON true;
  CREATE INDEX ON roster_course (id);
  ANALYZE roster_course;
  SELECT count(*) FROM roster_course WHERE NOT gone INTO listed;
  UPDATE course c
  SET title = r.title, code = coalesce(r.code, c.code), course_offering_sid = coalesce(r.offering, c.course_offering_sid),
    edit_date = now()
  FROM roster_course r
  WHERE NOT r.gone AND c.install_sid = install AND c.sis_id = r.id AND c.deleted_date IS NULL
    AND (c.title, c.code, c.course_offering_sid) IS DISTINCT FROM
      (r.title, coalesce(r.code, c.code), coalesce(r.offering, c.course_offering_sid));
  GET DIAGNOSTICS updated = ROW_COUNT;
  INSERT INTO course (sid, install_sid, sis_id, title, code, course_offering_sid)
  SELECT uuid_v7(), install, r.id, r.title, r.code, r.offering FROM roster_course r
  WHERE NOT r.gone AND NOT EXISTS (
    SELECT FROM course c WHERE c.install_sid = install AND c.sis_id = r.id AND c.deleted_date IS NULL);
  GET DIAGNOSTICS created = ROW_COUNT;
  WITH closed AS (
    UPDATE course c SET deleted_date = now(), edit_date = now()
    WHERE c.install_sid = install AND c.sis_id IS NOT NULL AND c.deleted_date IS NULL
      AND (EXISTS (SELECT FROM roster_course r WHERE r.gone AND r.id = c.sis_id)
        OR (complete ? 'courses' AND NOT EXISTS (SELECT FROM roster_course r WHERE r.id = c.sis_id)))
    RETURNING c.sid
  ), exams AS (
    UPDATE exam x SET status = 'deleted', edit_date = now() WHERE x.course_sid IN (SELECT sid FROM closed)
  ), people AS (
    UPDATE enrollment e SET status = 'withdrawn', edit_date = now() WHERE e.course_sid IN (SELECT sid FROM closed)
  )
  SELECT coalesce(array_agg(sid), '{}') FROM closed INTO touched;
  counts := counts || roster_counts('courses', listed, created, updated, cardinality(touched));

  -- classes.csv -> sections; a class that moved to another course begins anew there
  CREATE TEMPORARY TABLE roster_class ON COMMIT DROP AS
  SELECT r.id, r.gone, r.title, c.sid AS course
  FROM jsonb_to_recordset(roster->'classes') AS r(id text, gone boolean, title text, course text)
  LEFT JOIN LATERAL (
    SELECT c.sid FROM course c WHERE c.install_sid = install AND c.sis_id = r.course AND c.deleted_date IS NULL
    ORDER BY c.created_date, c.sid LIMIT 1) c ON true
  WHERE r.gone OR c.sid IS NOT NULL;
  CREATE INDEX ON roster_class (id);
  ANALYZE roster_class;
  SELECT count(*) FROM roster_class WHERE NOT gone INTO listed;
  -- Who loses the last class of a course here has left it, unless the bundle says otherwise below.
  CREATE TEMPORARY TABLE roster_classless ON COMMIT DROP AS
  SELECT DISTINCT m.enrollment_sid AS sid FROM enrollment_section m
  JOIN section s ON s.sid = m.section_sid
  WHERE s.install_sid = install AND s.sis_id IS NOT NULL
    AND (EXISTS (SELECT FROM roster_class r WHERE r.id = s.sis_id AND (r.gone OR r.course <> s.course_sid))
      OR (complete ? 'classes' AND NOT EXISTS (SELECT FROM roster_class r WHERE r.id = s.sis_id)));
  WITH gone AS (
    DELETE FROM section s
    WHERE s.install_sid = install AND s.sis_id IS NOT NULL
      AND (EXISTS (
          SELECT FROM roster_class r WHERE r.id = s.sis_id AND (r.gone OR r.course <> s.course_sid))
        OR (complete ? 'classes' AND NOT EXISTS (SELECT FROM roster_class r WHERE r.id = s.sis_id)))
    RETURNING s.course_sid
  )
  SELECT touched || coalesce(array_agg(course_sid), '{}'), count(*) FROM gone INTO touched, deleted;
  UPDATE section s SET title = r.title, edit_date = now()
  FROM roster_class r
  WHERE NOT r.gone AND s.install_sid = install AND s.sis_id = r.id AND s.title <> r.title;
  GET DIAGNOSTICS updated = ROW_COUNT;
  INSERT INTO section (sid, install_sid, sis_id, course_sid, title)
  SELECT uuid_v7(), install, r.id, r.course, r.title FROM roster_class r
  WHERE NOT r.gone AND NOT EXISTS (SELECT FROM section s WHERE s.install_sid = install AND s.sis_id = r.id);
  GET DIAGNOSTICS created = ROW_COUNT;
  counts := counts || roster_counts('classes', listed, created, updated, deleted);

  -- users.csv -> users; whose username is another's, or who is new and has no address, is left out and reported
  CREATE TEMPORARY TABLE roster_user ON COMMIT DROP AS
  SELECT r.*, u.sid, CASE
      WHEN r.gone THEN NULL
      WHEN u.sid IS NULL AND r.email IS NULL THEN 'required'
      WHEN row_number() OVER (PARTITION BY r.gone, lower(r.username) ORDER BY r.line) > 1
        OR EXISTS (
          SELECT FROM users o WHERE o.install_sid = install AND lower(o.username) = lower(r.username)
            AND o.sid IS DISTINCT FROM u.sid) THEN 'username_taken'
    END AS fault
  FROM jsonb_to_recordset(roster->'users') AS r(id text, gone boolean, line int, username text, first_name text,
    last_name text, email text, home_phone text, mobile_phone text, role text, enabled boolean)
  LEFT JOIN LATERAL (
    SELECT u.sid FROM users u WHERE u.install_sid = install AND u.sis_id = r.id AND u.erased_date IS NULL
    ORDER BY u.created_date, u.sid LIMIT 1) u ON true;
  CREATE INDEX ON roster_user (id);
  ANALYZE roster_user;
  SELECT coalesce(jsonb_agg(jsonb_build_object('line', line, 'code', fault,
      'column', CASE fault WHEN 'required' THEN 'email' ELSE 'username' END) ORDER BY line), '[]')
  FROM roster_user WHERE fault IS NOT NULL INTO taken;
  SELECT count(*) FROM roster_user WHERE NOT gone AND fault IS NULL INTO listed;
  UPDATE users u
  SET username = r.username, first_name = r.first_name, last_name = r.last_name, email = coalesce(r.email, u.email),
    home_phone = coalesce(r.home_phone, u.home_phone), mobile_phone = coalesce(r.mobile_phone, u.mobile_phone),
    role = coalesce(r.role, u.role), enabled = r.enabled, edit_date = now()
  FROM roster_user r
  WHERE NOT r.gone AND r.fault IS NULL AND u.sid = r.sid
    AND (u.username, u.first_name, u.last_name, u.email, u.home_phone, u.mobile_phone, u.role, u.enabled)
      IS DISTINCT FROM (r.username, r.first_name, r.last_name, coalesce(r.email, u.email),
        coalesce(r.home_phone, u.home_phone), coalesce(r.mobile_phone, u.mobile_phone), coalesce(r.role, u.role), r.enabled);
  GET DIAGNOSTICS updated = ROW_COUNT;
  INSERT INTO users
    (sid, install_sid, sis_id, username, first_name, last_name, email, home_phone, mobile_phone, role, enabled)
  SELECT uuid_v7(), install, r.id, r.username, r.first_name, r.last_name, r.email, r.home_phone, r.mobile_phone,
    coalesce(r.role, 'learner'), r.enabled
  FROM roster_user r WHERE NOT r.gone AND r.fault IS NULL AND r.sid IS NULL;
  GET DIAGNOSTICS created = ROW_COUNT;
  CREATE TEMPORARY TABLE roster_leaver ON COMMIT DROP AS
  SELECT u.sid FROM users u
  WHERE u.install_sid = install AND u.sis_id IS NOT NULL AND u.erased_date IS NULL
    AND (EXISTS (SELECT FROM roster_user r WHERE r.gone AND r.id = u.sis_id)
      OR (complete ? 'users' AND NOT EXISTS (SELECT FROM roster_user r WHERE r.id = u.sis_id)))
    AND (u.enabled OR EXISTS (SELECT FROM enrollment e WHERE e.user_sid = u.sid AND e.status = 'active'));
  SELECT count(*) FROM roster_leaver INTO deleted;
  UPDATE users u SET enabled = false, edit_date = now() FROM roster_leaver l WHERE u.sid = l.sid AND u.enabled;
  WITH left_all AS (
    UPDATE enrollment e SET status = 'withdrawn', edit_date = now()
    FROM roster_leaver l WHERE e.user_sid = l.sid AND e.status = 'active'
    RETURNING e.course_sid
  )
  SELECT touched || coalesce(array_agg(course_sid), '{}') FROM left_all INTO touched;
  counts := counts || roster_counts('users', listed, created, updated, deleted);

  -- enrollments.csv -> members of sections, and through them of courses
  CREATE TEMPORARY TABLE roster_member ON COMMIT DROP AS
  SELECT DISTINCT ON (s.sid, u.sid) s.sid AS section, s.course_sid AS course, u.sid AS person, r.gone, r.role
  FROM jsonb_to_recordset(roster->'enrollments') AS r(class text, person text, gone boolean, role text)
  JOIN section s ON s.install_sid = install AND s.sis_id = r.class
  JOIN course c ON c.sid = s.course_sid AND c.deleted_date IS NULL
  JOIN users u ON u.install_sid = install AND u.sis_id = r.person AND u.erased_date IS NULL
  -- Who is in a class twice is in it, and an instructor if once.
  ORDER BY s.sid, u.sid, r.gone, r.role;
  CREATE INDEX ON roster_member (section, person);
  ANALYZE roster_member;
  SELECT count(*) FROM roster_member WHERE NOT gone INTO listed;
  WITH wanted AS (
    SELECT course, person, min(role) AS role FROM roster_member WHERE NOT gone GROUP BY course, person
  ), changed AS (
    INSERT INTO enrollment AS e (sid, install_sid, course_sid, user_sid, role)
    SELECT uuid_v7(), install, course, person, role FROM wanted
    ON CONFLICT (course_sid, user_sid) DO UPDATE SET status = 'active', role = excluded.role, edit_date = now()
    WHERE (e.status, e.role) IS DISTINCT FROM ('active', excluded.role)
    RETURNING e.course_sid, e.user_sid
  )
  SELECT touched || coalesce(array_agg(course_sid), '{}'),
    count(*) FILTER (WHERE EXISTS (
      SELECT FROM enrollment_section m JOIN enrollment e ON e.sid = m.enrollment_sid
      WHERE e.course_sid = changed.course_sid AND e.user_sid = changed.user_sid))
  FROM changed INTO touched, roles_changed;
  WITH joined AS (
    INSERT INTO enrollment_section (enrollment_sid, section_sid)
    SELECT e.sid, m.section FROM roster_member m
    JOIN enrollment e ON e.course_sid = m.course AND e.user_sid = m.person
    WHERE NOT m.gone
    ON CONFLICT DO NOTHING
    RETURNING section_sid
  )
  SELECT touched || coalesce(array_agg(DISTINCT s.course_sid), '{}'), count(*)
  FROM joined JOIN section s ON s.sid = joined.section_sid INTO touched, created;
  WITH parted AS (
    DELETE FROM enrollment_section m USING section s, enrollment e, users u
    WHERE s.sid = m.section_sid AND s.install_sid = install AND s.sis_id IS NOT NULL
      AND e.sid = m.enrollment_sid AND u.sid = e.user_sid AND u.sis_id IS NOT NULL
      AND (EXISTS (SELECT FROM roster_member r WHERE r.section = s.sid AND r.person = u.sid AND r.gone)
        OR (complete ? 'enrollments'
          AND NOT EXISTS (SELECT FROM roster_member r WHERE r.section = s.sid AND r.person = u.sid)))
    RETURNING e.sid, e.course_sid
  ), left_course AS (
    UPDATE enrollment e SET status = 'withdrawn', edit_date = now()
    WHERE e.sid IN (SELECT sid FROM parted) AND e.status = 'active'
      -- A statement sees the memberships of before it.
      AND (SELECT count(*) FROM enrollment_section m WHERE m.enrollment_sid = e.sid)
        = (SELECT count(*) FROM parted p WHERE p.sid = e.sid)
  )
  SELECT touched || coalesce(array_agg(course_sid), '{}'), count(*) FROM parted INTO touched, deleted;
  WITH left_course AS (
    UPDATE enrollment e SET status = 'withdrawn', edit_date = now()
    WHERE e.sid IN (SELECT sid FROM roster_classless) AND e.status = 'active'
      AND NOT EXISTS (SELECT FROM enrollment_section m WHERE m.enrollment_sid = e.sid)
    RETURNING e.course_sid
  )
  SELECT touched || coalesce(array_agg(course_sid), '{}') FROM left_course INTO touched;
  counts := counts || roster_counts('enrollments', listed, created, roles_changed, deleted);

  PERFORM settle_sessions(ARRAY(SELECT DISTINCT unnest(touched)), NULL, NULL, 'withdrawn');
  DROP TABLE roster_offering, roster_course, roster_class, roster_classless, roster_user, roster_leaver, roster_member;
  RETURN jsonb_build_object('counts', counts, 'faults', taken);
END
$$;
