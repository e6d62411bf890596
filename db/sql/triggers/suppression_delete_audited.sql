-- Audits each delete of suppression: an administrator has lifted it.
CREATE OR REPLACE TRIGGER suppression_delete_audited AFTER DELETE ON suppression REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('suppression', 'SU');
