-- Audits each update of install.
CREATE OR REPLACE TRIGGER install_update_audited AFTER UPDATE ON install REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('install', 'AI');
