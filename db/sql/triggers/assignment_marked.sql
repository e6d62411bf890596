-- Marks the learners of the course of an assignment whose windows move. New and deleted assignments change adjustments.
CREATE OR REPLACE TRIGGER assignment_marked AFTER UPDATE ON assignment FOR EACH ROW
WHEN ((OLD.exam_sid, OLD.exam_close_date, OLD.scheduling_close_date)
  IS DISTINCT FROM (NEW.exam_sid, NEW.exam_close_date, NEW.scheduling_close_date))
EXECUTE FUNCTION mark_unscheduled();
