-- Deletes the sections of an install that roster_class deletes, moves to another course or, when it is complete, does not
-- list.
-- Returns: the course of each section. Leaves the enrollments that lost a section in the temporary table
-- roster_classless: they are withdrawn at the end of the import unless they have another section.
-- Called by: apply_roster_classes.
CREATE OR REPLACE FUNCTION delete_roster_classes(install uuid, is_complete boolean) RETURNS uuid[]
LANGUAGE plpgsql AS $$
DECLARE
  courses uuid[];
BEGIN
  CREATE TEMPORARY TABLE roster_deleted_class ON COMMIT DROP AS
  SELECT s.sid, s.course_sid FROM section s
  WHERE s.install_sid = install AND s.sis_id IS NOT NULL
    AND (EXISTS (SELECT FROM roster_class r WHERE r.id = s.sis_id AND (r.gone OR r.course <> s.course_sid))
      OR (is_complete AND NOT EXISTS (SELECT FROM roster_class r WHERE r.id = s.sis_id)));
  CREATE TEMPORARY TABLE roster_classless ON COMMIT DROP AS
  SELECT DISTINCT m.enrollment_sid AS sid
  FROM enrollment_section m JOIN roster_deleted_class d ON d.sid = m.section_sid;
  DELETE FROM section s USING roster_deleted_class d WHERE s.sid = d.sid;
  SELECT coalesce(array_agg(course_sid), '{}') FROM roster_deleted_class INTO courses;
  DROP TABLE roster_deleted_class;
  RETURN courses;
END
$$;
