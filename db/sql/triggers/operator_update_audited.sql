-- Audits each update of operator.
CREATE OR REPLACE TRIGGER operator_update_audited AFTER UPDATE ON operator REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('operator', 'OP', 'last_login_date', 'is_first');
