-- Finds the record of an install by the ids of an item, or inserts it. Afterwards the record has the values of `members`
-- and the ids, and is locked. A suppressed person is not inserted. An item with a former id, and without a sid and `rekey`, describes
-- a user who was merged into the record: it only adds the ids that the record lacks.
-- Parameters: kind, course, ids: see provision_match. members: the values by column.
-- Returns: row_sid: its sid, or null for a suppressed person. result: `Created`, `Updated`, `Found Existing` or
-- `Suppressed`.
-- Raises: as provision_match and provision_conflict.
-- Called by: provision_item, provision_exam.
CREATE OR REPLACE FUNCTION provision_row(kind text, install uuid, course uuid, ids jsonb, members jsonb,
  OUT row_sid uuid, OUT result text)
LANGUAGE plpgsql AS $$
DECLARE
  relation regclass := CASE kind WHEN 'user' THEN 'users' ELSE kind END;
  row_values jsonb := jsonb_strip_nulls(jsonb_build_object(
    'lms_id', ids->'lms', 'sis_id', ids->'sis', 'api_id', ids->'api', 'external_id', ids->'external')) || members;
BEGIN
  LOOP
    row_sid := provision_match(kind, install, course, ids);
    -- A record that was deleted, or lost the ids, while this function waited for its lock is searched again.
    EXIT WHEN row_sid IS NULL OR provision_lock(kind, row_sid, ids);
  END LOOP;

  -- A course without an offering gets one as soon as its match strings fit.
  IF kind = 'course' AND NOT members ? 'course_offering_sid' THEN
    row_values := row_values || coalesce((
      SELECT jsonb_strip_nulls(jsonb_build_object('course_offering_sid',
        matching_offering(install, coalesce(members->>'title', c.title), coalesce(members->>'code', c.code))))
      FROM course c WHERE c.sid = provision_row.row_sid AND c.course_offering_sid IS NULL), '{}');
  END IF;

  IF row_sid IS NULL AND kind = 'user' AND is_suppressed(install, ids->'hashes') THEN
    result := 'Suppressed';
  ELSIF row_sid IS NULL THEN
    row_sid := provision_insert(relation, install, row_values);
    result := 'Created';
  ELSIF provision_differs(kind, row_sid, row_values) THEN
    IF kind = 'user' AND ids->>'sid' IS NULL AND (ids->>'rekey')::boolean IS NOT TRUE
      AND (SELECT has_former_id(u, ids) FROM users u WHERE u.sid = provision_row.row_sid) THEN
      row_values := (
        SELECT coalesce(jsonb_object_agg(v.key, v.value), '{}') FROM users u CROSS JOIN jsonb_each(row_values) v
        WHERE u.sid = provision_row.row_sid AND v.key IN ('lms_id', 'sis_id', 'api_id', 'external_id')
          AND to_jsonb(u)->>v.key IS NULL);
    ELSE
      PERFORM provision_conflict(kind, row_sid, ids);
    END IF;
    result := CASE WHEN provision_update(relation, row_sid, row_values) THEN 'Updated' ELSE 'Found Existing' END;
  ELSE
    result := 'Found Existing';
    PERFORM provision_synchronized(relation, row_sid);
  END IF;
END
$$;
