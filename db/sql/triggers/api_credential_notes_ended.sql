-- Notes that a credential or its tokens have ended, or that it may do less.
CREATE OR REPLACE TRIGGER api_credential_notes_ended AFTER UPDATE OF revoked_at, expires_at, sts_epoch, role, policy ON api_credential
FOR EACH ROW WHEN ((OLD.revoked_at, OLD.expires_at, OLD.sts_epoch, OLD.role, OLD.policy) IS DISTINCT FROM
  (NEW.revoked_at, NEW.expires_at, NEW.sts_epoch, NEW.role, NEW.policy))
EXECUTE FUNCTION note_ended_account();
