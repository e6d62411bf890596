-- Counts the read whose caller admit_caller has noted in the setting `invigil.counted`: a uuid, two numbers and a text.
-- Returns: as count_request; null if no caller is noted.
-- Raises: IV006 (count_request).
-- Called by: src/shared/auth/request-count.ts.
CREATE OR REPLACE FUNCTION count_noted_request() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  noted text := current_setting('invigil.counted', true);
  quota text := split_part(noted, ' ', 2);
  wanted text := split_part(noted, ' ', 3);
BEGIN
  IF noted IS NULL OR noted = '' THEN
    RETURN NULL;
  END IF;
  RETURN count_request(
    substr(noted, 40 + length(quota) + length(wanted)), split_part(noted, ' ', 1)::uuid, false, quota::integer, wanted::integer);
END
$$;
