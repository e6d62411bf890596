-- Provisions one item completely or not at all, and reconciles the sessions.
-- Parameters: install; item: see provision_item. The caller has locked its ids (provision_lock_ids).
-- Returns and raises: as provision_item.
-- Called by: POST .../provision.
CREATE OR REPLACE FUNCTION provision(install uuid, item jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  result jsonb := provision_item(install, item);
BEGIN
  PERFORM reconcile_provisioned(ARRAY[result]);
  RETURN result;
END
$$;
