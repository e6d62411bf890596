-- Rolls the batch back unless an Idempotency-Key of a caller is free, and reserves it until the transaction ends.
-- Parameters: key_caller, key_text: the key. request_owner: the request, which may use its own key again.
-- Raises: IV001 with idempotency_key_in_use.
-- Called by: src/shared/idempotency/queries.ts.
CREATE OR REPLACE FUNCTION require_free_idempotency_key(key_caller text, key_text text, request_owner uuid) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  -- Does not wait: a concurrent request with the key is refused.
  is_reserved boolean := pg_try_advisory_xact_lock(hashtextextended(key_caller || ' ' || key_text, 22));
BEGIN
  -- A statement after that of the lock, so that its snapshot includes what the previous owner of the lock has committed.
  IF NOT is_reserved OR EXISTS (
    SELECT FROM idempotency_key k WHERE k.caller = key_caller AND k.key = key_text
      AND k.owner <> request_owner AND k.created_date > now() - interval '24 hours')
  THEN
    RAISE EXCEPTION USING ERRCODE = 'IV001', MESSAGE = 'idempotency_key_in_use';
  END IF;
END
$$;
