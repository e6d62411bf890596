-- Inserts a record of an install.
-- Parameters: relation: the table. members: the values by column.
-- Returns: the sid of the record.
-- Called by: provision_row.
CREATE OR REPLACE FUNCTION provision_insert(relation regclass, install uuid, members jsonb) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  row_sid uuid := uuid_v7();
  columns text := (SELECT string_agg(quote_ident(name), ', ') FROM jsonb_object_keys(members) name);
BEGIN
  EXECUTE format(
    'INSERT INTO %1$s (sid, install_sid, %2$s) SELECT $1, $2, %2$s FROM jsonb_populate_record(NULL::%1$s, $3)',
    relation, columns)
  USING row_sid, install, members;
  RETURN row_sid;
END
$$;
