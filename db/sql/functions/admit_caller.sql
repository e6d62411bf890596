-- Admits the caller of a request, and counts the request; or rolls the batch back. It is called by the lookup of the caller,
-- which is the first statement of its batch: for a caller that is not valid, the other statements are not executed.
-- Parameters: refusal: why the caller is not valid; null if it is. request_caller, of_tenant: identify the caller; null if it is
-- unknown. writes: whether the request counts as a write or as a read; null if it is not counted. quota: the limit; null
-- without one. counts_last: whether count_noted_request counts it, as the last statement of the batch, because the others may take
-- long: the count locks its row until the transaction ends. address: that of the client.
-- Returns: as count_request; null if it has not counted.
-- Raises: IV006, IV007 (refuse_caller).
-- Called by: src/shared/auth/request-count.ts.
CREATE OR REPLACE FUNCTION admit_caller(
  refusal text, request_caller text, of_tenant uuid, writes boolean, quota integer, counts_last boolean, address text
) RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
  noted text;
BEGIN
  IF refusal IS NOT NULL THEN
    PERFORM refuse_caller(refusal, request_caller, of_tenant, writes, quota, address);
  END IF;
  IF quota IS NULL OR writes IS NULL THEN
    RETURN NULL;
  END IF;
  IF counts_last THEN
    noted := set_config('invigil.counted', concat_ws(' ', of_tenant, quota, request_caller), true);
    RETURN NULL;
  END IF;
  RETURN count_request(request_caller, of_tenant, writes, quota);
END
$$;
