-- Applies a OneRoster roster to an install. A dry run applies the roster, rolls it back and returns the same counts.
-- Parameters: install: the caller has locked it. roster, complete: see apply_roster. dry: whether it is a dry run.
-- Returns: as apply_roster.
-- Called by: POST .../provision/oneroster.
CREATE OR REPLACE FUNCTION import_roster(install uuid, roster jsonb, complete jsonb, dry boolean) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  result text;
BEGIN
  IF NOT dry THEN
    RETURN apply_roster(install, roster, complete);
  END IF;
  BEGIN
    RAISE EXCEPTION USING ERRCODE = 'IV003', MESSAGE = apply_roster(install, roster, complete)::text;
  EXCEPTION WHEN SQLSTATE 'IV003' THEN
    GET STACKED DIAGNOSTICS result = MESSAGE_TEXT;
    RETURN result::jsonb;
  END;
END
$$;
