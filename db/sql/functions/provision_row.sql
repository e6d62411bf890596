-- Finds the record of an install by the ids of an item, or inserts it. Afterwards the record has the values of `members`
-- and the ids, and is locked.
-- Parameters: kind, course, ids: see provision_match. members: the values by column.
-- Returns: row_sid: its sid. result: `Created`, `Updated` or `Found Existing`.
-- Raises: as provision_match.
-- Called by: provision_item, provision_exam.
CREATE OR REPLACE FUNCTION provision_row(kind text, install uuid, course uuid, ids jsonb, members jsonb,
  OUT row_sid uuid, OUT result text)
LANGUAGE plpgsql AS $$
DECLARE
  relation regclass := CASE kind WHEN 'user' THEN 'users' ELSE kind END;
  row_values jsonb := jsonb_strip_nulls(jsonb_build_object(
    'lms_id', ids->'lms', 'api_id', ids->'api', 'external_id', ids->'external')) || members;
BEGIN
  LOOP
    row_sid := provision_match(kind, install, course, ids);
    -- A record that was deleted, or lost the ids, while this function waited for its lock is searched again.
    EXIT WHEN row_sid IS NULL OR provision_lock(kind, row_sid, ids);
  END LOOP;

  IF row_sid IS NULL THEN
    row_sid := provision_insert(relation, install, row_values);
    result := 'Created';
  ELSIF provision_differs(kind, row_sid, row_values) AND provision_update(relation, row_sid, row_values) THEN
    result := 'Updated';
  ELSE
    result := 'Found Existing';
  END IF;
END
$$;
