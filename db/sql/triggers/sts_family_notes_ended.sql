-- Notes that a family of tokens has ended, or that another credential limits it.
CREATE OR REPLACE TRIGGER sts_family_notes_ended AFTER UPDATE OF revoked_at, holder_sid ON sts_family
FOR EACH ROW WHEN ((OLD.revoked_at, OLD.holder_sid) IS DISTINCT FROM (NEW.revoked_at, NEW.holder_sid))
EXECUTE FUNCTION note_ended_account();
