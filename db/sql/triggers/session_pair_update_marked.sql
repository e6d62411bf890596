-- Marks the learner of a pair that gets or loses its appointment, or uses an attempt.
CREATE OR REPLACE TRIGGER session_pair_update_marked AFTER UPDATE ON session_pair FOR EACH ROW
WHEN ((OLD.enrollment_sid, OLD.exam_sid, OLD.attempts_used, lacks_appointment(OLD.status, OLD.is_cancelled))
  IS DISTINCT FROM (NEW.enrollment_sid, NEW.exam_sid, NEW.attempts_used, lacks_appointment(NEW.status, NEW.is_cancelled)))
EXECUTE FUNCTION mark_unscheduled();
