-- Takes a turn. Answers 0, or the seconds until there is one.
CREATE OR REPLACE FUNCTION take_turn(turn_key bytea, most integer, per interval) RETURNS integer
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO throttle AS t (key, taken) VALUES (turn_key, ARRAY[clock_timestamp()])
  ON CONFLICT (key) DO UPDATE
    SET taken = (t.taken || clock_timestamp())[greatest(1, cardinality(t.taken) + 2 - most):]
    WHERE coalesce(t.taken[cardinality(t.taken) - most + 1] + per <= clock_timestamp(), true);
  IF FOUND THEN RETURN 0; END IF;
  RETURN greatest(1, turn_wait(turn_key, most, per));
END
$$;
