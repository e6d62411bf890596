-- Marks a user whose position in the report changes.
CREATE OR REPLACE TRIGGER users_marked AFTER UPDATE ON users FOR EACH ROW
WHEN ((OLD.install_sid, OLD.created_date) IS DISTINCT FROM (NEW.install_sid, NEW.created_date))
EXECUTE FUNCTION mark_unscheduled();
