-- Locks a record until the end of the transaction.
-- Parameters: kind, ids: see provision_match. row_sid: the record.
-- Returns: false if the record was deleted, or lost the ids, while this function waited for the lock.
-- Called by: provision_row.
CREATE OR REPLACE FUNCTION provision_lock(kind text, row_sid uuid, ids jsonb) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  own uuid := (ids->>'sid')::uuid;
  lms text := ids->>'lms';
  sis text := ids->>'sis';
  api text := ids->>'api';
  external text := ids->>'external';
BEGIN
  CASE kind
    WHEN 'course' THEN PERFORM FROM course r WHERE r.sid = row_sid AND r.deleted_date IS NULL
      AND (r.sid = own OR r.lms_id = lms OR r.sis_id = sis OR r.api_id = api OR r.external_id = external)
      FOR NO KEY UPDATE;
    WHEN 'user' THEN PERFORM FROM users r WHERE r.sid = row_sid AND r.erased_date IS NULL
      AND (r.sid = own OR r.lms_id = lms OR r.sis_id = sis OR r.api_id = api OR r.external_id = external OR has_former_id(r, ids))
      FOR NO KEY UPDATE;
    WHEN 'exam' THEN PERFORM FROM exam r WHERE r.sid = row_sid AND r.status <> 'deleted'
      AND (r.sid = own OR r.lms_id = lms OR r.sis_id = sis OR r.api_id = api OR r.external_id = external)
      FOR NO KEY UPDATE;
  END CASE;
  RETURN FOUND;
END
$$;
