-- Finds the record of an install by the ids of an item. If no user has one of them, it finds the one into whom a user with one of
-- them was merged.
-- Parameters: kind: `course`, `user` or `exam`, which is also where the ids are in the item. course: the course of an
-- exam; an exam is searched in this course only, so it cannot move to another. ids: `sid`, `lms`, `sis`, `api` and
-- `external`, each optional; `rekey`: whether they replace other ids of the record; `hashes`: see is_suppressed.
-- Returns: its sid, or null.
-- Raises: IV002 with the code as its message and the path as its detail: `unknown_sid` if no record has the sid,
-- `ambiguous_ids` if several records have the ids.
-- Called by: provision_row.
CREATE OR REPLACE FUNCTION provision_match(kind text, install uuid, course uuid, ids jsonb) RETURNS uuid
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  wanted text := kind;
  own uuid := (ids->>'sid')::uuid;
  lms text := ids->>'lms';
  sis text := ids->>'sis';
  api text := ids->>'api';
  external text := ids->>'external';
  matches uuid[];
  former jsonb[];
BEGIN
  -- One search for each id, so that each uses its index.
  SELECT array_agg(DISTINCT found.sid) INTO matches
  FROM (
    SELECT p.sid, p.course_sid FROM provisionable p WHERE p.kind = wanted AND p.sid = own AND p.install_sid = install
    UNION ALL SELECT p.sid, p.course_sid FROM provisionable p
      WHERE p.kind = wanted AND p.install_sid = install AND p.lms_id = lms
    UNION ALL SELECT p.sid, p.course_sid FROM provisionable p
      WHERE p.kind = wanted AND p.install_sid = install AND p.sis_id = sis
    UNION ALL SELECT p.sid, p.course_sid FROM provisionable p
      WHERE p.kind = wanted AND p.install_sid = install AND p.api_id = api
    UNION ALL SELECT p.sid, p.course_sid FROM provisionable p
      WHERE p.kind = wanted AND p.install_sid = install AND p.external_id = external
  ) found
  WHERE found.course_sid IS NOT DISTINCT FROM course;
  IF matches IS NULL AND kind = 'user' THEN
    -- The merged users are few, and have an index. The patterns are made once: has_former_id takes several times as long for each row.
    former := ARRAY(
      SELECT jsonb_build_array(jsonb_build_object(i.name, i.id)) FROM jsonb_each_text(ids) AS i (name, id)
      WHERE i.name IN ('lms', 'sis', 'api', 'external'));
    SELECT array_agg(DISTINCT t.sid) INTO matches
    FROM users m JOIN users t ON t.sid = m.merged_into_sid AND t.erased_date IS NULL
    WHERE m.install_sid = install AND m.merged_into_sid IS NOT NULL AND t.former_identities @> ANY (former);
  END IF;
  IF own IS NOT NULL AND NOT own = ANY (coalesce(matches, '{}')) THEN
    RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'unknown_sid', DETAIL = kind || '.ids.sid';
  ELSIF cardinality(matches) > 1 THEN
    RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'ambiguous_ids', DETAIL = kind || '.ids';
  END IF;
  RETURN matches[1];
END
$$;
