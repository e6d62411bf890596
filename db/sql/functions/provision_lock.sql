-- Locks a record until the end of the transaction.
-- Parameters: relation: the table. deleted: a condition of the records that count as deleted. row_sid: the record.
-- Returns: false when the record was deleted while this waited for the lock.
-- Called by: provision_row.
CREATE OR REPLACE FUNCTION provision_lock(relation regclass, deleted text, row_sid uuid) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  is_locked boolean;
BEGIN
  EXECUTE format(
    'SELECT count(*) = 1 FROM (SELECT FROM %1$s WHERE sid = $1 AND NOT (%2$s) FOR NO KEY UPDATE) locked', relation, deleted)
  INTO is_locked USING row_sid;
  RETURN is_locked;
END
$$;
