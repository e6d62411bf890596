-- Marks the learners that the report of unscheduled learners may have to list, or no longer list, after a change of a row. It
-- only inserts, so that transactions do not wait for each other. A mark names the user, or the course if the change
-- concerns its learners: those that other transactions enroll are included once both have committed.
-- Called by: the triggers *_marked.
CREATE OR REPLACE FUNCTION mark_unscheduled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'enrollment' THEN
      IF TG_OP = 'INSERT' THEN
        -- One statement for all rows, because imports insert many.
        INSERT INTO unscheduled_mark (install_sid, user_sid)
        SELECT DISTINCT i.install_sid, i.user_sid FROM inserted i WHERE i.role = 'learner' AND i.status = 'active';
      ELSE
        INSERT INTO unscheduled_mark (install_sid, user_sid)
        SELECT OLD.install_sid, OLD.user_sid
        UNION SELECT NEW.install_sid, NEW.user_sid WHERE NEW.user_sid IS NOT NULL;
      END IF;
    WHEN 'users' THEN
      INSERT INTO unscheduled_mark (install_sid, user_sid) VALUES (OLD.install_sid, OLD.sid), (NEW.install_sid, NEW.sid);
    WHEN 'session_pair', 'adjustment' THEN
      INSERT INTO unscheduled_mark (install_sid, user_sid)
      SELECT e.install_sid, e.user_sid FROM enrollment e WHERE e.sid IN (OLD.enrollment_sid, NEW.enrollment_sid);
    WHEN 'exam_configuration' THEN
      INSERT INTO unscheduled_mark (install_sid, course_sid, user_sid)
      SELECT e.install_sid, NULL, e.user_sid FROM enrollment e WHERE e.sid IN (OLD.enrollment_sid, NEW.enrollment_sid)
      UNION ALL
      SELECT x.install_sid, x.course_sid, NULL FROM exam x
      WHERE x.sid IN (OLD.exam_sid, NEW.exam_sid) AND 'primary' IN (OLD.type, NEW.type);
    WHEN 'exam' THEN
      INSERT INTO unscheduled_mark (install_sid, course_sid)
      SELECT OLD.install_sid, OLD.course_sid UNION SELECT NEW.install_sid, NEW.course_sid;
    WHEN 'assignment' THEN
      INSERT INTO unscheduled_mark (install_sid, course_sid)
      SELECT x.install_sid, x.course_sid FROM exam x WHERE x.sid IN (OLD.exam_sid, NEW.exam_sid);
    WHEN 'install' THEN
      INSERT INTO unscheduled_mark (install_sid, course_sid)
      SELECT c.install_sid, c.sid FROM course c WHERE c.install_sid = NEW.sid;
  END CASE;
  RETURN NULL;
END
$$;
