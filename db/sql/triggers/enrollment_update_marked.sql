-- Marks the user of an enrollment that begins or ceases to be that of an active learner.
CREATE OR REPLACE TRIGGER enrollment_update_marked AFTER UPDATE ON enrollment FOR EACH ROW
WHEN ((OLD.install_sid, OLD.course_sid, OLD.user_sid, OLD.role, OLD.status)
  IS DISTINCT FROM (NEW.install_sid, NEW.course_sid, NEW.user_sid, NEW.role, NEW.status))
EXECUTE FUNCTION mark_unscheduled();
