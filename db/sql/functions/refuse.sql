-- Rolls the batch back with the errors of fields of the request, for rules that only the changed rows show.
-- Parameters: errors: an array of `path`, `code` and `message`; null or empty for none.
-- Raises: IV005 with the errors as the detail.
-- Called by: src/proctoring/exams/assignments/windows.ts.
CREATE OR REPLACE FUNCTION refuse(errors jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF jsonb_array_length(errors) > 0 THEN
    RAISE EXCEPTION USING ERRCODE = 'IV005', MESSAGE = 'invalid request', DETAIL = errors::text;
  END IF;
END
$$;
