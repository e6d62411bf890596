-- Marks the learners of an install whose time zone changes, which moves the windows of its assignments.
CREATE OR REPLACE TRIGGER install_marked AFTER UPDATE ON install FOR EACH ROW
WHEN (OLD.default_timezone IS DISTINCT FROM NEW.default_timezone)
EXECUTE FUNCTION mark_unscheduled();
