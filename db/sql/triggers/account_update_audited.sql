-- Audits each update of account.
CREATE OR REPLACE TRIGGER account_update_audited AFTER UPDATE ON account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('account', 'AC');
