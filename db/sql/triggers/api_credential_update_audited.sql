-- Audits each update of api_credential.
CREATE OR REPLACE TRIGGER api_credential_update_audited AFTER UPDATE ON api_credential REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('credential', 'AK');
