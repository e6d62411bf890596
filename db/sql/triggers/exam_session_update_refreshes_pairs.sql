-- Updates session_pair after sessions are updated.
CREATE OR REPLACE TRIGGER exam_session_update_refreshes_pairs AFTER UPDATE ON exam_session
REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refresh_session_pairs();
