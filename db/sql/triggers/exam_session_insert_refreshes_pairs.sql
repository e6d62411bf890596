-- Updates session_pair after sessions are inserted.
CREATE OR REPLACE TRIGGER exam_session_insert_refreshes_pairs AFTER INSERT ON exam_session
REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refresh_session_pairs();
