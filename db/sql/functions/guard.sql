-- A statement of a batch that undoes the whole batch unless the world is as the writer believed.
-- The message is a problem code; src/shared/problem.ts recognises the SQLSTATE. Null counts as false.
CREATE OR REPLACE FUNCTION guard(condition boolean, problem_code text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF condition IS NOT TRUE THEN
    RAISE EXCEPTION USING ERRCODE = 'IV001', MESSAGE = problem_code;
  END IF;
END
$$;
