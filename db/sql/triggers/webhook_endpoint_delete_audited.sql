-- Audits each delete of webhook_endpoint.
CREATE OR REPLACE TRIGGER webhook_endpoint_delete_audited AFTER DELETE ON webhook_endpoint REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('webhook_endpoint', 'WH');
