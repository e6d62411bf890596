-- Rolls the batch back and returns a value as the detail of the error: the outcome of changes that are only tried, or the
-- errors of a request that the changes have shown. Does nothing for null.
-- Raises: IV004 with the value.
-- Called by: src/proctoring/reconcile/impact.ts.
CREATE OR REPLACE FUNCTION roll_back(outcome jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF outcome IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'IV004', MESSAGE = 'rolled back', DETAIL = outcome::text;
  END IF;
END
$$;
