-- Applies classes.csv to the sections of an install. A class that moved to another course is deleted and created there.
-- Parameters: roster_rows: `id`, `gone` (the row deletes), `title`, `course` (its sourcedId). is_complete: whether the
-- rows are all classes.
-- Returns: counts, and changed: the courses that lost a section. Leaves the rows in the temporary table roster_class.
-- Called by: apply_roster, after apply_roster_courses.
CREATE OR REPLACE FUNCTION apply_roster_classes(install uuid, roster_rows jsonb, is_complete boolean,
  OUT counts jsonb, OUT changed uuid[])
LANGUAGE plpgsql AS $$
DECLARE
  listed int;
  updated int;
  created int;
BEGIN
  CREATE TEMPORARY TABLE roster_class ON COMMIT DROP AS
  SELECT r.id, r.gone, r.title, c.sid AS course
  FROM jsonb_to_recordset(roster_rows) AS r(id text, gone boolean, title text, course text)
  LEFT JOIN LATERAL (
    SELECT c.sid FROM course c WHERE c.install_sid = install AND c.sis_id = r.course AND c.deleted_date IS NULL
    ORDER BY c.created_date, c.sid LIMIT 1) c ON true
  WHERE r.gone OR c.sid IS NOT NULL;
  CREATE INDEX ON roster_class (id);
  ANALYZE roster_class;
  SELECT count(*) FROM roster_class WHERE NOT gone INTO listed;

  changed := delete_roster_classes(install, is_complete);

  UPDATE section s SET title = r.title, edit_date = now()
  FROM roster_class r
  WHERE NOT r.gone AND s.install_sid = install AND s.sis_id = r.id AND s.title <> r.title;
  GET DIAGNOSTICS updated = ROW_COUNT;

  INSERT INTO section (sid, install_sid, sis_id, course_sid, title)
  SELECT uuid_v7(), install, r.id, r.course, r.title FROM roster_class r
  WHERE NOT r.gone AND NOT EXISTS (SELECT FROM section s WHERE s.install_sid = install AND s.sis_id = r.id);
  GET DIAGNOSTICS created = ROW_COUNT;
  counts := roster_counts('classes', listed, created, updated, cardinality(changed));
END
$$;
