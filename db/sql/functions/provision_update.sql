-- Updates a record if its values differ.
-- Parameters: relation: the table. row_sid: the record. members: the values by column; an empty object changes nothing.
-- Returns: whether the record changed.
-- Called by: provision_row.
CREATE OR REPLACE FUNCTION provision_update(relation regclass, row_sid uuid, members jsonb) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  columns text := (SELECT string_agg(quote_ident(name), ', ') FROM jsonb_object_keys(members) name);
  updated int;
BEGIN
  IF columns IS NULL THEN RETURN false; END IF;
  EXECUTE format(
    'UPDATE %1$s t SET (%2$s, edit_date) = (SELECT %2$s, now() FROM jsonb_populate_record(NULL::%1$s, $2))
     WHERE sid = $1 AND (SELECT ROW(%2$s) FROM (SELECT t.*) t)
       IS DISTINCT FROM (SELECT ROW(%2$s) FROM jsonb_populate_record(NULL::%1$s, $2))',
    relation, columns)
  USING row_sid, members;
  GET DIAGNOSTICS updated = ROW_COUNT;
  RETURN updated = 1;
END
$$;
