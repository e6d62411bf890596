-- Records the appointments of inserted sessions.
CREATE OR REPLACE TRIGGER exam_session_insert_counted AFTER INSERT ON exam_session
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_appointments();
