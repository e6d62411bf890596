-- Gives the newest turn of a key back: what it was taken for was no failure.
CREATE OR REPLACE FUNCTION return_turn(turn_key bytea) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE throttle t SET taken = t.taken[:cardinality(t.taken) - 1] WHERE t.key = turn_key;
  DELETE FROM throttle t WHERE t.key = turn_key AND cardinality(t.taken) = 0;
END
$$;
