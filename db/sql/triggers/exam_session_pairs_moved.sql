CREATE OR REPLACE TRIGGER exam_session_pairs_moved AFTER UPDATE ON exam_session
REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refresh_session_pairs();
