-- Refuses to replace an id of a record by another one, unless the item has `rekey`.
-- Parameters: kind, ids: see provision_match. row_sid: the record.
-- Raises: IV002 `id_conflict`, with the path of the id as its detail.
-- Called by: provision_row.
CREATE OR REPLACE FUNCTION provision_conflict(kind text, row_sid uuid, ids jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  wanted text := kind;
  conflict text;
BEGIN
  IF (ids->>'rekey')::boolean THEN RETURN; END IF;
  SELECT n.name INTO conflict
  FROM provisionable p
  CROSS JOIN LATERAL (VALUES
    ('lms', p.lms_id), ('sis', p.sis_id), ('api', p.api_id), ('external', p.external_id)) AS n(name, id)
  WHERE p.kind = wanted AND p.sid = row_sid AND n.id <> ids->>n.name
  LIMIT 1;
  IF conflict IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'id_conflict', DETAIL = concat_ws('.', kind, 'ids', conflict);
  END IF;
END
$$;
