-- Records the transitions of sessions in session_transition.
CREATE OR REPLACE TRIGGER exam_session_update_recorded AFTER UPDATE ON exam_session
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_session_transitions();
