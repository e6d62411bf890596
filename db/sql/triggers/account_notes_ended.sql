-- Notes that operators without a second factor may do nothing else.
CREATE OR REPLACE TRIGGER account_notes_ended AFTER UPDATE OF require_mfa ON account
FOR EACH ROW WHEN (NEW.require_mfa AND NOT OLD.require_mfa)
EXECUTE FUNCTION note_ended_account();
