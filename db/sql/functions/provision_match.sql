-- Finds the record of an install that the ids of an item name.
-- Parameters: relation: the table. deleted: a condition of the records that count as deleted. path: where the ids are
-- in the item. ids: `sid`, `lms`, `api` and `external`, each optional.
-- Returns: its sid; null when there is none.
-- Raises: IV002 with the code as its message and the path as its detail: `unknown_sid` when the sid names no record,
-- `ambiguous_ids` when the ids name several.
-- Called by: provision_row.
CREATE OR REPLACE FUNCTION provision_match(relation regclass, deleted text, install uuid, path text, ids jsonb) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  matches uuid[];
BEGIN
  -- One search for each id, so that each uses its index.
  EXECUTE format(
    'SELECT array_agg(DISTINCT sid) FROM (
      SELECT sid FROM %1$s WHERE sid = ($2->>''sid'')::uuid AND install_sid = $1 AND NOT (%2$s)
      UNION ALL SELECT sid FROM %1$s WHERE install_sid = $1 AND lms_id = $2->>''lms'' AND NOT (%2$s)
      UNION ALL SELECT sid FROM %1$s WHERE install_sid = $1 AND api_id = $2->>''api'' AND NOT (%2$s)
      UNION ALL SELECT sid FROM %1$s WHERE install_sid = $1 AND external_id = $2->>''external'' AND NOT (%2$s)
    ) candidates', relation, deleted)
  INTO matches USING install, ids;
  IF ids ? 'sid' AND NOT (ids->>'sid')::uuid = ANY (coalesce(matches, '{}')) THEN
    RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'unknown_sid', DETAIL = path || '.ids.sid';
  ELSIF cardinality(matches) > 1 THEN
    RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'ambiguous_ids', DETAIL = path || '.ids';
  END IF;
  RETURN matches[1];
END
$$;
