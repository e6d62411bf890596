-- One item, all of it or nothing. The caller holds the install.
CREATE OR REPLACE FUNCTION provision(install uuid, item jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  result jsonb := provision_item(install, item);
BEGIN
  PERFORM settle_provisioned(ARRAY[result]);
  RETURN result;
END
$$;
