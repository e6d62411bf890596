-- Records the appointments that an update added, moved or removed.
CREATE OR REPLACE TRIGGER exam_session_update_counted AFTER UPDATE ON exam_session
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_appointments();
