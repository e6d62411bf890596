-- Applies a OneRoster roster to an install. A dry run applies the roster, rolls it back and returns the same counts.
-- Other writers do not wait for the import. If one inserts a record with a username or an id of the roster meanwhile, the
-- roster is applied again: then the record is found, and only its own row is refused.
-- Parameters: install: the caller has locked it. roster, complete: see apply_roster. dry: whether it is a dry run.
-- Returns: as apply_roster.
-- Raises: a unique violation if other writers insert such a record during each of three attempts.
-- Called by: POST .../provision/oneroster.
CREATE OR REPLACE FUNCTION import_roster(install uuid, roster jsonb, complete jsonb, dry boolean) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  result text;
BEGIN
  FOR attempt IN 1..3 LOOP
    BEGIN
      result := apply_roster(install, roster, complete)::text;
      IF NOT dry THEN RETURN result::jsonb; END IF;
      RAISE EXCEPTION USING ERRCODE = 'IV003', MESSAGE = result;
    EXCEPTION
      WHEN SQLSTATE 'IV003' THEN
        GET STACKED DIAGNOSTICS result = MESSAGE_TEXT;
        RETURN result::jsonb;
      WHEN unique_violation THEN
        IF attempt = 3 THEN RAISE; END IF;
    END;
  END LOOP;
END
$$;
