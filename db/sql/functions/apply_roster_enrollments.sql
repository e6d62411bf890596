-- Applies enrollments.csv: to the members of sections, and through them to the enrollments of courses.
-- Parameters: roster_rows: `class` and `person` (their sourcedIds), `gone` (the row deletes), `role`, `ends` (the first day after
-- it). is_complete: whether the rows are all members.
-- Returns: counts, and changed: the courses of which enrollments changed. Leaves the rows in the temporary table
-- roster_member.
-- The members that roster_leaver has leave their sections, and so do those whose membership is over by now. A row that does not
-- delete changes nothing (`gone` is null) for one who left because the last role was over, and has no active enrollment: the person is
-- not enrolled, and remains in the sections that the rows list. Nobody joins a section of a deleted course, but members leave it.
-- Called by: apply_roster, last.
CREATE OR REPLACE FUNCTION apply_roster_enrollments(install uuid, roster_rows jsonb, is_complete boolean,
  OUT counts jsonb, OUT changed uuid[])
LANGUAGE plpgsql AS $$
DECLARE
  today CONSTANT date := (SELECT (now() AT TIME ZONE i.default_timezone)::date FROM install i WHERE i.sid = install);
  listed int;
  enrolled record;
  joined record;
  removed record;
BEGIN
  CREATE TEMPORARY TABLE roster_member ON COMMIT DROP AS
  SELECT DISTINCT ON (s.sid, p.sid) s.sid AS section, s.course_sid AS course, p.sid AS person,
    (p.gone OR l.sid IS NOT NULL) AS gone, r.role, r.ends
  FROM (
    SELECT class, person, gone, role, ends, true AS is_listed
    FROM jsonb_to_recordset(roster_rows) AS r(class text, person text, gone boolean, role text, ends date)
    UNION ALL
    SELECT s.sis_id, u.sis_id, true, NULL, NULL, false
    FROM section s
    JOIN enrollment_section m ON m.section_sid = s.sid
    JOIN enrollment e ON e.sid = m.enrollment_sid
    JOIN users u ON u.sid = e.user_sid
    WHERE s.install_sid = install AND m.end_date <= today
  ) r
  JOIN section s ON s.install_sid = install AND s.sis_id = r.class
  JOIN course c ON c.sid = s.course_sid AND (c.deleted_date IS NULL OR r.gone)
  LEFT JOIN users u ON u.install_sid = install AND u.sis_id = r.person AND u.erased_date IS NULL
  LEFT JOIN former_roster_ids(install) f ON f.id = r.person
  CROSS JOIN LATERAL (
    SELECT coalesce(u.sid, f.sid) AS sid,
      coalesce(u.roster_roles_ended, (SELECT t.roster_roles_ended FROM users t WHERE t.sid = f.sid)) AS ended) o
  CROSS JOIN LATERAL (
    SELECT o.sid, CASE WHEN r.gone OR o.ended IS NOT TRUE OR is_enrolled(o.sid) THEN r.gone END AS gone) p
  LEFT JOIN roster_leaver l ON l.sid = p.sid
  WHERE p.sid IS NOT NULL
  -- If several rows have the same class and person, rows that do not delete have precedence, of these instructors, and then the
  -- one that lasts the longest. A row that changes nothing is last.
  ORDER BY s.sid, p.sid, (p.gone OR l.sid IS NOT NULL), r.is_listed DESC, r.role, r.ends DESC NULLS FIRST;
  CREATE INDEX ON roster_member (section, person);
  ANALYZE roster_member;
  -- One who returns to a course has the memberships that are listed from then on, as one who returns has the listed roles.
  INSERT INTO roster_member
  SELECT DISTINCT m.section_sid, e.course_sid, e.user_sid, true
  FROM roster_member r
  JOIN enrollment e ON e.course_sid = r.course AND e.user_sid = r.person AND e.status = 'withdrawn'
  JOIN enrollment_section m ON m.enrollment_sid = e.sid
  JOIN section s ON s.sid = m.section_sid AND s.sis_id IS NOT NULL
  WHERE NOT r.gone AND NOT EXISTS (SELECT FROM roster_member l WHERE l.section = m.section_sid AND l.person = r.person);
  SELECT count(*) FROM roster_member WHERE gone IS NOT TRUE INTO listed;

  SELECT * INTO enrolled FROM enroll_roster_members(install, is_complete);
  SELECT * INTO joined FROM join_roster_sections();
  SELECT * INTO removed FROM leave_roster_sections(install, is_complete);
  -- Without statistics, the planner expects many enrollments, and reads all memberships for them.
  ANALYZE roster_classless;
  UPDATE users u SET last_enrollment_sync = now()
  WHERE u.sid IN (
    SELECT e.user_sid FROM roster_member m JOIN enrollment e ON e.course_sid = m.course AND e.user_sid = m.person
    WHERE e.edit_date = now()::timestamptz(3)
    UNION
    SELECT e.user_sid FROM roster_leaver l JOIN enrollment e ON e.user_sid = l.sid
    WHERE e.edit_date = now()::timestamptz(3)
    UNION
    SELECT m.person FROM roster_member m JOIN users p ON p.sid = m.person
    WHERE NOT m.gone AND p.last_enrollment_sync IS NULL);
  changed := enrolled.courses || joined.courses || removed.courses || withdraw_roster_classless() || lower_roster_roles();
  counts := roster_counts('enrollments', listed, joined.created, enrolled.updated, removed.deleted);
END
$$;
