-- Audits each insert of api_credential.
CREATE OR REPLACE TRIGGER api_credential_insert_audited AFTER INSERT ON api_credential REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('credential', 'AK');
