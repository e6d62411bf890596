-- Audits each delete of api_credential.
CREATE OR REPLACE TRIGGER api_credential_delete_audited AFTER DELETE ON api_credential REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('credential', 'AK');
