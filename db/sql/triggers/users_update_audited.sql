-- Audits each update of users.
CREATE OR REPLACE TRIGGER users_update_audited AFTER UPDATE ON users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('user', 'US', 'username_clash', 'last_enrollment_sync', 'roster_roles', 'roster_roles_ended');
