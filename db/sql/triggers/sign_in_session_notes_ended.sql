-- Notes that a session of an operator has ended.
CREATE OR REPLACE TRIGGER sign_in_session_notes_ended AFTER DELETE ON sign_in_session
FOR EACH ROW WHEN (OLD.operator_sid IS NOT NULL)
EXECUTE FUNCTION note_ended_account();
