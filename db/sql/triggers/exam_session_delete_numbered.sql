-- Records the number of deleted sessions of each install.
CREATE OR REPLACE TRIGGER exam_session_delete_numbered AFTER DELETE ON exam_session
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
