-- Returns whether a record differs from the values that an item has for it. Most items of a nightly synchronization change
-- nothing, so this decides without a statement that must be planned.
-- Parameters: kind: see provision_match. row_sid: the record. members: the values by column.
-- Called by: provision_row.
CREATE OR REPLACE FUNCTION provision_differs(kind text, row_sid uuid, members jsonb) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN CASE kind
    WHEN 'course' THEN
      (SELECT jsonb_populate_record(r, members) IS DISTINCT FROM r FROM course r WHERE r.sid = row_sid)
    WHEN 'user' THEN
      (SELECT jsonb_populate_record(r, members) IS DISTINCT FROM r FROM users r WHERE r.sid = row_sid)
    WHEN 'exam' THEN
      (SELECT jsonb_populate_record(r, members) IS DISTINCT FROM r FROM exam r WHERE r.sid = row_sid)
  END;
END
$$;
