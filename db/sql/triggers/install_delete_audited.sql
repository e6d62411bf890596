-- Audits each delete of install.
CREATE OR REPLACE TRIGGER install_delete_audited AFTER DELETE ON install REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('install', 'AI');
