-- Audits each update of webhook_endpoint.
CREATE OR REPLACE TRIGGER webhook_endpoint_update_audited AFTER UPDATE ON webhook_endpoint REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('webhook_endpoint', 'WH', 'failures', 'failing_since', 'failed_date', 'held_until', 'previous_secret', 'previous_secret_until');
