-- Takes a turn, or undoes the batch it stands in; src/shared/failure.ts knows the SQLSTATE, and the message is the seconds to wait.
CREATE OR REPLACE FUNCTION require_turn(turn_key bytea, most integer, per interval) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  waiting integer := take_turn(turn_key, most, per);
BEGIN
  IF waiting > 0 THEN
    RAISE EXCEPTION USING ERRCODE = 'IV003', MESSAGE = waiting::text;
  END IF;
END
$$;
