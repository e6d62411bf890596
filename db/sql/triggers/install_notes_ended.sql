-- Notes that all tokens of an install have ended.
CREATE OR REPLACE TRIGGER install_notes_ended AFTER UPDATE OF sts_epoch ON install
FOR EACH ROW WHEN (NEW.sts_epoch > OLD.sts_epoch)
EXECUTE FUNCTION note_ended_account();
