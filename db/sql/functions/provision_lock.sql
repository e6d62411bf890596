-- Locks a record until the end of the transaction.
-- Parameters: kind: see provision_match. row_sid: the record.
-- Returns: false if the record was deleted while this function waited for the lock.
-- Called by: provision_row.
CREATE OR REPLACE FUNCTION provision_lock(kind text, row_sid uuid) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  CASE kind
    WHEN 'course' THEN PERFORM FROM course r WHERE r.sid = row_sid AND r.deleted_date IS NULL FOR NO KEY UPDATE;
    WHEN 'user' THEN PERFORM FROM users r WHERE r.sid = row_sid AND r.erased_date IS NULL FOR NO KEY UPDATE;
    WHEN 'exam' THEN PERFORM FROM exam r WHERE r.sid = row_sid AND r.status <> 'deleted' FOR NO KEY UPDATE;
  END CASE;
  RETURN FOUND;
END
$$;
