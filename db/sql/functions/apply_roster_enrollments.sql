-- Applies enrollments.csv: to the members of sections, and through them to the enrollments of courses.
-- Parameters: roster_rows: `class` and `person` (their sourcedIds), `gone` (the row deletes), `role`. is_complete:
-- whether the rows are all members.
-- Returns: counts, and changed: the courses of which enrollments changed. Leaves the rows in the temporary table
-- roster_member.
-- Called by: apply_roster, last.
CREATE OR REPLACE FUNCTION apply_roster_enrollments(install uuid, roster_rows jsonb, is_complete boolean,
  OUT counts jsonb, OUT changed uuid[])
LANGUAGE plpgsql AS $$
DECLARE
  listed int;
  enrolled record;
  joined record;
  removed record;
BEGIN
  CREATE TEMPORARY TABLE roster_member ON COMMIT DROP AS
  SELECT DISTINCT ON (s.sid, u.sid) s.sid AS section, s.course_sid AS course, u.sid AS person, r.gone, r.role
  FROM jsonb_to_recordset(roster_rows) AS r(class text, person text, gone boolean, role text)
  JOIN section s ON s.install_sid = install AND s.sis_id = r.class
  JOIN course c ON c.sid = s.course_sid AND c.deleted_date IS NULL
  JOIN users u ON u.install_sid = install AND u.sis_id = r.person AND u.erased_date IS NULL
  -- If several rows have the same class and person, rows that do not delete have precedence, and of these instructors.
  ORDER BY s.sid, u.sid, r.gone, r.role;
  CREATE INDEX ON roster_member (section, person);
  ANALYZE roster_member;
  SELECT count(*) FROM roster_member WHERE NOT gone INTO listed;

  SELECT * INTO enrolled FROM enroll_roster_members(install);
  SELECT * INTO joined FROM join_roster_sections();
  SELECT * INTO removed FROM leave_roster_sections(install, is_complete);
  changed := enrolled.courses || joined.courses || removed.courses || withdraw_roster_classless();
  counts := roster_counts('enrollments', listed, joined.created, enrolled.updated, removed.deleted);
END
$$;
