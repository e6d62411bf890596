-- Audits each insert of account.
CREATE OR REPLACE TRIGGER account_insert_audited AFTER INSERT ON account REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('account', 'AC');
