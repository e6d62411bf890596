-- Admits the caller of a request, and counts the request; or rolls the batch back. It is called by the lookup of the caller,
-- which is the first statement of its batch: for a caller that is not valid, the other statements are not executed.
-- Parameters: refusal: why the caller is not valid; null if it is. request_caller, of_tenant: identify the caller; null if it is
-- unknown. writes: whether the request counts as a write or as a read; null if it is not counted. quota: the limit; null
-- without one. counts_last: whether count_noted_request counts it, as the last statement of the batch, because the others may take
-- long: the count locks its row until the transaction ends. address: that of the client. wanted: how many further requests to
-- reserve. reservation: if the request is a reserved one, the limit and the end of the minute, in ms since 1970, of the reservation.
-- Returns: what count_request returns, as a text of numbers, which takes less time than an array; 'reserved' if the request was
-- counted when it was reserved; null if it is not counted.
-- Raises: IV006, IV007 (refuse_caller).
-- Called by: src/shared/auth/request-count.ts.
CREATE OR REPLACE FUNCTION admit_caller(
  refusal text, request_caller text, of_tenant uuid, writes boolean, quota integer, counts_last boolean, address text,
  wanted integer, reservation text
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  noted text;
  sent integer;
  started timestamptz;
  ended timestamptz;
BEGIN
  IF refusal IS NOT NULL THEN
    -- A valid caller that does not reach the install of the path is counted by its second lookup.
    PERFORM refuse_caller(
      refusal, request_caller, of_tenant, writes, CASE WHEN refusal <> 'install' THEN quota END, address);
  END IF;
  IF quota IS NULL OR writes IS NULL THEN
    RETURN NULL;
  END IF;
  -- A reservation ends with its minute, and with a change of the limit.
  IF split_part(reservation, ' ', 1)::integer = quota
    AND split_part(reservation, ' ', 2)::bigint > extract(epoch FROM clock_timestamp()) * 1000 THEN
    RETURN 'reserved';
  END IF;
  IF counts_last THEN
    noted := set_config('invigil.counted', concat_ws(' ', of_tenant, quota, wanted, request_caller), true);
    RETURN NULL;
  END IF;
  IF wanted > 0 THEN
    RETURN count_request(request_caller, of_tenant, writes, quota, wanted);
  END IF;
  -- All but the first request of a minute. It is the last update of count_request, whose call would take as long.
  ended := clock_timestamp() - interval '1 minute';
  UPDATE request_count c SET used = c.used + 1
  WHERE c.caller = request_caller AND c.tenant = of_tenant AND c.is_write = writes
    AND c.used < quota AND c.started_date > ended
  RETURNING c.used, c.started_date INTO sent, started;
  IF sent IS NULL THEN
    RETURN count_request(request_caller, of_tenant, writes, quota, 0);
  END IF;
  RETURN quota || ' ' || (quota - sent) || ' ' || seconds_of_minute(started);
END
$$;
