-- Records that a record was found by provisioning, if no synchronization is recorded yet. provision_insert and
-- provision_update record theirs themselves.
-- Parameters: relation: `course`, `users` or `exam`. row_sid: the record.
-- Called by: provision_row.
CREATE OR REPLACE FUNCTION provision_synchronized(relation regclass, row_sid uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  CASE relation
    WHEN 'course'::regclass THEN
      UPDATE course SET sync_source = 'provision', sync_date = now(), sync_result = 'Found Existing'
      WHERE sid = row_sid AND sync_date IS NULL;
    WHEN 'exam'::regclass THEN
      UPDATE exam SET sync_source = 'provision', sync_date = now(), sync_result = 'Found Existing'
      WHERE sid = row_sid AND sync_date IS NULL;
    ELSE NULL;
  END CASE;
END
$$;
