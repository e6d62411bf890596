-- Sets ended_date when a started session is written with a status in which it no longer runs.
CREATE OR REPLACE TRIGGER exam_session_ends BEFORE INSERT OR UPDATE ON exam_session FOR EACH ROW
WHEN (NEW.status IN ('Processing', 'Closed') AND NEW.in_progress_date IS NOT NULL AND NEW.ended_date IS NULL)
EXECUTE FUNCTION set_ended_date();
