-- Undoes the batch that it stands in when the rate is used up, without using it: for the beginning of what is costly.
CREATE OR REPLACE FUNCTION check_rate(rate_key bytea, per_minute integer) RETURNS void
LANGUAGE plpgsql STABLE AS $$
DECLARE
  waiting integer := rate_wait(rate_key, per_minute);
BEGIN
  IF waiting > 0 THEN
    RAISE EXCEPTION USING ERRCODE = 'IV003', MESSAGE = waiting::text;
  END IF;
END
$$;
