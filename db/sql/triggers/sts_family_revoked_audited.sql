-- Audits the revocation of a family of tokens. A refresh updates other columns and does not fire it.
CREATE OR REPLACE TRIGGER sts_family_revoked_audited AFTER UPDATE OF revoked_at ON sts_family
FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION audit_revoked_family();
