-- Marks the learners whose exam gets another window or another number of attempts.
CREATE OR REPLACE TRIGGER exam_configuration_update_marked AFTER UPDATE ON exam_configuration FOR EACH ROW
WHEN ((OLD.type, OLD.exam_sid, OLD.enrollment_sid, OLD.exam_close_date, OLD.schedule_close_date, OLD.attempts)
  IS DISTINCT FROM (NEW.type, NEW.exam_sid, NEW.enrollment_sid, NEW.exam_close_date, NEW.schedule_close_date, NEW.attempts))
EXECUTE FUNCTION mark_unscheduled();
