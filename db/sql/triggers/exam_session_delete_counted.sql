-- Records the appointments of deleted sessions.
CREATE OR REPLACE TRIGGER exam_session_delete_counted AFTER DELETE ON exam_session
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_appointments();
