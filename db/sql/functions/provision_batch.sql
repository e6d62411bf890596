-- Each item by itself: what fails leaves nothing of its item and all of the others. The caller holds the install.
CREATE OR REPLACE FUNCTION provision_batch(install uuid, items jsonb) RETURNS SETOF jsonb
LANGUAGE plpgsql AS $$
DECLARE
  item jsonb;
  results jsonb[] := '{}';
  fault_path text;
  broken text;
BEGIN
  FOR item IN SELECT jsonb_array_elements(items) LOOP
    BEGIN
      results := results || provision_item(install, item);
    EXCEPTION
      WHEN SQLSTATE 'IV002' THEN
        GET STACKED DIAGNOSTICS fault_path = PG_EXCEPTION_DETAIL;
        results := results || jsonb_build_object('fault', jsonb_build_object('path', fault_path, 'code', SQLERRM));
      WHEN foreign_key_violation THEN
        results := results || jsonb_build_object('fault', jsonb_build_object('path', '', 'code', 'reference_gone'));
      WHEN unique_violation THEN
        GET STACKED DIAGNOSTICS broken = CONSTRAINT_NAME;
        IF broken <> 'users_username' THEN RAISE; END IF;
        results := results || jsonb_build_object(
          'fault', jsonb_build_object('path', 'user.username', 'code', 'username_taken'));
    END;
  END LOOP;
  PERFORM settle_provisioned(results);
  RETURN QUERY SELECT unnest(results);
END
$$;
