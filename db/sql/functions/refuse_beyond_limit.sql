-- Rolls the batch back, because a caller has sent as many requests in its current minute as its limit allows.
-- Parameters: started: when the minute started. writes: whether writes or reads are limited. quota: the limit.
-- Raises: IV006 with the seconds to wait as its message, and `limit` and `isWrite` as its detail (src/shared/problems/failure.ts).
-- Called by: count_request, refuse_caller.
CREATE OR REPLACE FUNCTION refuse_beyond_limit(started timestamptz, writes boolean, quota integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'IV006', DETAIL = json_build_object('limit', quota, 'isWrite', writes)::text,
    MESSAGE = seconds_of_minute(started)::text;
END
$$;
