-- Finds the record of an install that the ids of an item name, or inserts it. Afterwards it has the values of `members`
-- and the ids, and is locked.
-- Parameters: relation: the table. deleted: a condition of the records that count as deleted. path: where the record is
-- in the item. ids: `sid`, `lms`, `api` and `external`, each optional. members: the values by column.
-- Returns: row_sid: its sid. result: `Created`, `Updated` or `Found Existing`.
-- Raises: as provision_match.
-- Called by: provision_item, provision_exam.
CREATE OR REPLACE FUNCTION provision_row(relation regclass, deleted text, install uuid, path text, ids jsonb, members jsonb,
  OUT row_sid uuid, OUT result text)
LANGUAGE plpgsql AS $$
DECLARE
  row_values jsonb := jsonb_strip_nulls(jsonb_build_object(
    'lms_id', ids->'lms', 'api_id', ids->'api', 'external_id', ids->'external')) || members;
BEGIN
  LOOP
    row_sid := provision_match(relation, deleted, install, path, ids);
    -- A record that was deleted while this waited for its lock is looked for again.
    EXIT WHEN row_sid IS NULL OR provision_lock(relation, deleted, row_sid);
  END LOOP;

  IF row_sid IS NULL THEN
    row_sid := provision_insert(relation, install, row_values);
    result := 'Created';
  ELSIF provision_update(relation, row_sid, row_values) THEN
    result := 'Updated';
  ELSE
    result := 'Found Existing';
  END IF;
END
$$;
