-- Provisions one item completely or not at all, and reconciles the sessions.
-- Parameters: install: the caller has locked it (src/proctoring/provisioning/queries.ts). item: see provision_item.
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
