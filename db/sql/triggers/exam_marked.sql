-- Marks the learners of the course of an exam that begins or ceases to apply to them.
CREATE OR REPLACE TRIGGER exam_marked AFTER UPDATE ON exam FOR EACH ROW
WHEN ((OLD.install_sid, OLD.course_sid, OLD.status, OLD.limited_scope)
  IS DISTINCT FROM (NEW.install_sid, NEW.course_sid, NEW.status, NEW.limited_scope))
EXECUTE FUNCTION mark_unscheduled();
