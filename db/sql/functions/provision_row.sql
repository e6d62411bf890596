-- Finds the row of an install that any of `ids` names, or makes it; what `members` says of it holds afterwards. `members`
-- is keyed by column. Raises IV002 with a fault's code, and its path as the detail.
CREATE OR REPLACE FUNCTION provision_row(relation regclass, gone text, install uuid, path text, ids jsonb, members jsonb,
  OUT row_sid uuid, OUT result text)
LANGUAGE plpgsql AS $$
DECLARE
  known uuid[];
  said jsonb := jsonb_strip_nulls(jsonb_build_object(
    'lms_id', ids->'lms', 'api_id', ids->'api', 'external_id', ids->'external')) || members;
  columns text := (SELECT string_agg(quote_ident(name), ', ') FROM jsonb_object_keys(said) name);
  touched int;
BEGIN
  LOOP
    -- One search per id, so that each uses its index.
    EXECUTE format(
      'SELECT array_agg(DISTINCT sid) FROM (
        SELECT sid FROM %1$s WHERE sid = ($2->>''sid'')::uuid AND install_sid = $1 AND NOT (%2$s)
        UNION ALL SELECT sid FROM %1$s WHERE install_sid = $1 AND lms_id = $2->>''lms'' AND NOT (%2$s)
        UNION ALL SELECT sid FROM %1$s WHERE install_sid = $1 AND api_id = $2->>''api'' AND NOT (%2$s)
        UNION ALL SELECT sid FROM %1$s WHERE install_sid = $1 AND external_id = $2->>''external'' AND NOT (%2$s)
      ) candidates', relation, gone)
    INTO known USING install, ids;
    IF ids ? 'sid' AND NOT (ids->>'sid')::uuid = ANY (coalesce(known, '{}')) THEN
      RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'unknown_sid', DETAIL = path || '.ids.sid';
    ELSIF cardinality(known) > 1 THEN
      RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'ambiguous_ids', DETAIL = path || '.ids';
    END IF;

    row_sid := known[1];
    EXIT WHEN row_sid IS NULL;
    -- Held from here on. Who was deleted or erased while this waited is looked for again.
    EXECUTE format('SELECT count(*) FROM (SELECT FROM %1$s WHERE sid = $1 AND NOT (%2$s) FOR NO KEY UPDATE) held', relation, gone)
    INTO touched USING row_sid;
    EXIT WHEN touched = 1;
  END LOOP;

  IF row_sid IS NULL THEN
    row_sid := uuid_v7();
    EXECUTE format(
      'INSERT INTO %1$s (sid, install_sid, %2$s) SELECT $1, $2, %2$s FROM jsonb_populate_record(NULL::%1$s, $3)',
      relation, columns)
    USING row_sid, install, said;
    result := 'Created';
  ELSIF columns IS NULL THEN
    result := 'Found Existing';
  ELSE
    EXECUTE format(
      'UPDATE %1$s t SET (%2$s, edit_date) = (SELECT %2$s, now() FROM jsonb_populate_record(NULL::%1$s, $2))
       WHERE sid = $1 AND (SELECT ROW(%2$s) FROM (SELECT t.*) t)
         IS DISTINCT FROM (SELECT ROW(%2$s) FROM jsonb_populate_record(NULL::%1$s, $2))',
      relation, columns)
    USING row_sid, said;
    GET DIAGNOSTICS touched = ROW_COUNT;
    result := CASE WHEN touched = 1 THEN 'Updated' ELSE 'Found Existing' END;
  END IF;
END
$$;
