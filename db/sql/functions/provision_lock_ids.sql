-- Locks the ids of an item until the end of the transaction: items that share an id run one after the other, so that each
-- reads the records of the previous one. Imports of many items lock the whole install instead, and wait for the items.
-- Parameters: install_lock: the key of the install's lock. item: see provision_item.
-- Called by: src/proctoring/provisioning/queries.ts.
CREATE OR REPLACE FUNCTION provision_lock_ids(install_lock bigint, item jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  id_lock bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(install_lock);
  -- In one order for all items, so that no two wait for each other.
  FOR id_lock IN
    SELECT DISTINCT hashtextextended(concat_ws(' ', kind, name, id), install_lock)
    FROM unnest('{course,user,exam}'::text[]) kind, jsonb_each_text(item->kind->'ids') ids(name, id)
    WHERE name IN ('sid', 'lms', 'sis', 'api', 'external')
    ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(id_lock);
  END LOOP;
END
$$;
