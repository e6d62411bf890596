-- Audits each insert of webhook_endpoint.
CREATE OR REPLACE TRIGGER webhook_endpoint_insert_audited AFTER INSERT ON webhook_endpoint REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('webhook_endpoint', 'WH');
