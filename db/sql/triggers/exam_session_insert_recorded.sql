-- Records the first status of sessions in session_transition.
CREATE OR REPLACE TRIGGER exam_session_insert_recorded AFTER INSERT ON exam_session
REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION record_created_sessions();
