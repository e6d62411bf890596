-- Audits each delete of account.
CREATE OR REPLACE TRIGGER account_delete_audited AFTER DELETE ON account REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('account', 'AC');
