-- Notes that an operator has removed the second factor.
CREATE OR REPLACE TRIGGER totp_notes_ended AFTER DELETE ON totp
FOR EACH ROW WHEN (OLD.operator_sid IS NOT NULL)
EXECUTE FUNCTION note_ended_account();
