-- Rolls the batch back, because its caller is not valid, so that no later statement of the batch is executed. A caller that
-- has reached its limit is refused for that. What was counted here would be rolled back, so the request is counted after its
-- response, with the detail of the error. A known caller counts apart from its valid requests: the secret of a token that was
-- replaced does not use up the limit of its successor. A caller without a tenant is unknown, and counts for the network of its address: at
-- most 3,000 reads and as many writes a minute. An IPv6 network has 64 bits, which one subscriber controls. Its digest is
-- stored, which does not show the address; who tries all addresses of IPv4 can find it until the row is deleted (retention).
-- Parameters: reason: why it is not valid. request_caller, of_tenant, writes: the key of request_count. quota: the limit; null
-- without one. address: that of the client; null if it is not known.
-- Raises: IV006 (refuse_beyond_limit); IV007 with the reason as its message, and what is to be counted as its detail, if anything
-- (src/shared/auth/refusal.ts).
-- Called by: admit_caller.
CREATE OR REPLACE FUNCTION refuse_caller(
  reason text, request_caller text, of_tenant uuid, writes boolean, quota integer, address text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  subnet text := host(network(set_masklen(address::inet, CASE family(address::inet) WHEN 6 THEN 64 ELSE 32 END)));
  counted record;
  started timestamptz;
BEGIN
  IF of_tenant IS NULL THEN
    SELECT 'network ' || encode(sha256(convert_to(subnet, 'UTF8')), 'hex') AS caller,
      '00000000-0000-0000-0000-000000000000'::uuid AS tenant, writes AS "isWrite", 3000 AS "limit" INTO counted;
  ELSE
    SELECT 'refused ' || request_caller AS caller, of_tenant AS tenant, writes AS "isWrite", quota AS "limit" INTO counted;
  END IF;
  IF counted.caller IS NULL OR counted."isWrite" IS NULL OR counted."limit" IS NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'IV007', MESSAGE = reason;
  END IF;
  SELECT c.started_date INTO started FROM request_count c
  WHERE c.caller = counted.caller AND c.tenant = counted.tenant AND c.is_write = counted."isWrite"
    AND c.used >= counted."limit" AND c.started_date > clock_timestamp() - interval '1 minute';
  IF FOUND THEN
    PERFORM refuse_beyond_limit(started, counted."isWrite", counted."limit");
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'IV007', MESSAGE = reason, DETAIL = row_to_json(counted)::text;
END
$$;
