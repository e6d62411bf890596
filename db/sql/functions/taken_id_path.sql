-- Returns the path of the id in an item of provisioning that a unique index of ids refuses (db/columns.ts); null for other
-- constraints.
-- Called by: provision, provision_batch.
CREATE OR REPLACE FUNCTION taken_id_path(violated text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT replace(m[1], 'users', 'user') || '.ids.' || m[2]
  FROM regexp_match(violated, '^(users|course|exam)_(lms|sis|api|external)_id$') m
$$;
