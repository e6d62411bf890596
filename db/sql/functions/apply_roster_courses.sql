-- Applies courses.csv to the courses of an install.
-- Parameters: roster_rows: `id`, `gone` (the row deletes), `title`, `code`, `term` (the sourcedId of its course
-- offering). is_complete: whether the rows are all courses.
-- Returns: counts, and changed: the courses that were deleted. Leaves the rows in the temporary table roster_course.
-- Called by: apply_roster, after apply_roster_offerings.
CREATE OR REPLACE FUNCTION apply_roster_courses(install uuid, roster_rows jsonb, is_complete boolean,
  OUT counts jsonb, OUT changed uuid[])
LANGUAGE plpgsql AS $$
DECLARE
  listed int;
  updated int;
  created int;
BEGIN
  CREATE TEMPORARY TABLE roster_course ON COMMIT DROP AS
  SELECT r.id, r.gone, r.title, r.code, o.sid AS offering
  FROM jsonb_to_recordset(roster_rows) AS r(id text, gone boolean, title text, code text, term text)
  LEFT JOIN LATERAL (
    SELECT o.sid FROM course_offering o WHERE o.install_sid = install AND o.sis_id = r.term
    ORDER BY o.created_date, o.sid LIMIT 1) o ON true;
  CREATE INDEX ON roster_course (id);
  ANALYZE roster_course;
  SELECT count(*) FROM roster_course WHERE NOT gone INTO listed;

  UPDATE course c
  SET title = r.title, code = coalesce(r.code, c.code),
    course_offering_sid = coalesce(r.offering, c.course_offering_sid, matching_offering(install, r.title, r.code)),
    sync_source = 'roster', sync_date = now(), sync_result = 'Updated', edit_date = now()
  FROM roster_course r
  WHERE NOT r.gone AND c.install_sid = install AND c.sis_id = r.id AND c.deleted_date IS NULL
    AND (c.title, c.code, c.course_offering_sid) IS DISTINCT FROM
      (r.title, coalesce(r.code, c.code),
        coalesce(r.offering, c.course_offering_sid, matching_offering(install, r.title, r.code)));
  GET DIAGNOSTICS updated = ROW_COUNT;

  UPDATE course c SET sync_source = 'roster', sync_date = now(), sync_result = 'Found Existing'
  FROM roster_course r
  WHERE NOT r.gone AND c.install_sid = install AND c.sis_id = r.id AND c.deleted_date IS NULL AND c.sync_date IS NULL;

  INSERT INTO course
    (sid, install_sid, sis_id, title, code, course_offering_sid, sync_source, sync_date, sync_result)
  SELECT uuid_v7(), install, r.id, r.title, r.code, coalesce(r.offering, matching_offering(install, r.title, r.code)),
    'roster', now(), 'Created'
  FROM roster_course r
  WHERE NOT r.gone AND NOT EXISTS (
    SELECT FROM course c WHERE c.install_sid = install AND c.sis_id = r.id AND c.deleted_date IS NULL);
  GET DIAGNOSTICS created = ROW_COUNT;

  changed := delete_roster_courses(install, is_complete);
  counts := roster_counts('courses', listed, created, updated, cardinality(changed));
END
$$;
