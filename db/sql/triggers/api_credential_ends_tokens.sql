-- Records that the tokens of a revoked credential of an install have ended.
CREATE OR REPLACE TRIGGER api_credential_ends_tokens AFTER UPDATE OF revoked_at ON api_credential
FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL AND NEW.install_sid IS NOT NULL)
EXECUTE FUNCTION record_ended_tokens('credential_revoked');
