-- Provisions one item completely or not at all, and reconciles the sessions.
-- Parameters: install; item: see provision_item. The caller has locked its ids (provision_lock_ids).
-- Returns: as provision_item.
-- Raises: as provision_item; IV002 `id_taken`, with the path of the id as its detail.
-- Called by: POST .../provision.
CREATE OR REPLACE FUNCTION provision(install uuid, item jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  result jsonb;
  violated text;
BEGIN
  result := provision_item(install, item);
  PERFORM reconcile_provisioned(ARRAY[result]);
  RETURN result;
EXCEPTION WHEN unique_violation THEN
  GET STACKED DIAGNOSTICS violated = CONSTRAINT_NAME;
  IF taken_id_path(violated) IS NULL THEN RAISE; END IF;
  RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'id_taken', DETAIL = taken_id_path(violated);
END
$$;
