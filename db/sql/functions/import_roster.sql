-- A dry run does all of it and takes it back, so that it tells what would be.
CREATE OR REPLACE FUNCTION import_roster(install uuid, roster jsonb, complete jsonb, dry boolean) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  told text;
BEGIN
  IF NOT dry THEN
    RETURN apply_roster(install, roster, complete);
  END IF;
  BEGIN
    RAISE EXCEPTION USING ERRCODE = 'IV003', MESSAGE = apply_roster(install, roster, complete)::text;
  EXCEPTION WHEN SQLSTATE 'IV003' THEN
    GET STACKED DIAGNOSTICS told = MESSAGE_TEXT;
    RETURN told::jsonb;
  END;
END
$$;
