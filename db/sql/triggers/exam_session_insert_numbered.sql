-- Records the number of inserted sessions of each install.
CREATE OR REPLACE TRIGGER exam_session_insert_numbered AFTER INSERT ON exam_session
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
