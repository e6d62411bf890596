-- Audits each delete of users.
CREATE OR REPLACE TRIGGER users_delete_audited AFTER DELETE ON users REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('user', 'US');
