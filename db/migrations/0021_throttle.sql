-- At most so many turns of a key in any window of that length, exactly: the row keeps when the last ones were taken, and
-- its lock puts those who come at once in a row. A refused turn is not noted, so nobody is shut out for good.

-- Seconds until the next turn; 0 when one is free.
CREATE FUNCTION turn_wait(turn_key bytea, most integer, per interval) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT greatest(0, ceil(extract(epoch FROM t.taken[cardinality(t.taken) - most + 1] + per - clock_timestamp())))::integer
    FROM throttle t WHERE t.key = turn_key), 0)
$$;
--> statement-breakpoint
-- Takes a turn. Answers 0, or the seconds until there is one.
CREATE FUNCTION take_turn(turn_key bytea, most integer, per interval) RETURNS integer
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
--> statement-breakpoint
-- Takes a turn, or undoes the batch it stands in; src/shared/failure.ts knows the SQLSTATE, and the message is the seconds to wait.
CREATE FUNCTION require_turn(turn_key bytea, most integer, per interval) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  waiting integer := take_turn(turn_key, most, per);
BEGIN
  IF waiting > 0 THEN
    RAISE EXCEPTION USING ERRCODE = 'IV003', MESSAGE = waiting::text;
  END IF;
END
$$;
