-- Deletes the courses of an install that roster_course deletes or, when it is complete, does not list. Their exams are
-- deleted and their enrollments withdrawn, as DELETE .../courses/{} does.
-- Returns: the courses.
-- Called by: apply_roster_courses.
CREATE OR REPLACE FUNCTION delete_roster_courses(install uuid, is_complete boolean) RETURNS uuid[]
LANGUAGE plpgsql AS $$
DECLARE
  deleted uuid[];
BEGIN
  WITH closed AS (
    UPDATE course c SET deleted_date = now(), edit_date = now()
    WHERE c.install_sid = install AND c.sis_id IS NOT NULL AND c.deleted_date IS NULL
      AND (EXISTS (SELECT FROM roster_course r WHERE r.gone AND r.id = c.sis_id)
        OR (is_complete AND NOT EXISTS (SELECT FROM roster_course r WHERE r.id = c.sis_id)))
    RETURNING c.sid
  ), exams AS (
    UPDATE exam x SET status = 'deleted', edit_date = now() WHERE x.course_sid IN (SELECT sid FROM closed)
  ), enrollments AS (
    UPDATE enrollment e SET status = 'withdrawn', edit_date = now() WHERE e.course_sid IN (SELECT sid FROM closed)
  )
  SELECT coalesce(array_agg(sid), '{}') FROM closed INTO deleted;
  RETURN deleted;
END
$$;
