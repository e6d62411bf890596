-- Audits each insert of operator.
CREATE OR REPLACE TRIGGER operator_insert_audited AFTER INSERT ON operator REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('operator', 'OP');
