-- Audits each insert of install.
CREATE OR REPLACE TRIGGER install_insert_audited AFTER INSERT ON install REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('install', 'AI');
