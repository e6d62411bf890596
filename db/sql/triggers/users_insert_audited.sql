-- Audits each insert of users.
CREATE OR REPLACE TRIGGER users_insert_audited AFTER INSERT ON users REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('user', 'US');
