-- Audits each delete of operator.
CREATE OR REPLACE TRIGGER operator_delete_audited AFTER DELETE ON operator REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('operator', 'OP');
