-- Rolls the batch back unless a condition is true, so that a batch can check and write in one round trip.
-- Parameters: condition: null counts as false. problem_code: the code of the problem that the request fails with.
-- Raises: IV001 with the code as its message.
-- Called by: db/guard.ts.
CREATE OR REPLACE FUNCTION guard(condition boolean, problem_code text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF condition IS NOT TRUE THEN
    RAISE EXCEPTION USING ERRCODE = 'IV001', MESSAGE = problem_code;
  END IF;
END
$$;
