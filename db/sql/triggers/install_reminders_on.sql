-- Inserts the reminders of an install when they are turned on.
CREATE OR REPLACE TRIGGER install_reminders_on AFTER UPDATE OF notifications_enabled, notify_reminders ON install
FOR EACH ROW WHEN (NEW.notifications_enabled AND NEW.notify_reminders
  AND NOT (OLD.notifications_enabled AND OLD.notify_reminders))
EXECUTE FUNCTION queue_reminders();
