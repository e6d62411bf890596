-- Notes that the tokens of a user have ended, or that the role of the user has changed.
CREATE OR REPLACE TRIGGER users_notes_ended AFTER UPDATE OF sts_epoch, role ON users
FOR EACH ROW WHEN (NEW.sts_epoch > OLD.sts_epoch OR NEW.role <> OLD.role)
EXECUTE FUNCTION note_ended_account();
