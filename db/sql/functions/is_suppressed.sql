-- Returns whether an erased person of an install has one of the hashes, so that no import creates the person again.
-- Parameters: hashes: an array of text, made by src/proctoring/people/suppressions/hashes.ts; null if the install
-- has no key for them.
-- Raises: IV001 `edited_meanwhile` if hashes is null and the install has a key by now.
-- Called by: provision_row, POST .../users.
CREATE OR REPLACE FUNCTION is_suppressed(install uuid, hashes jsonb) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_variable
BEGIN
  IF hashes IS NULL THEN
    -- The caller found no key, so nobody was erased then.
    PERFORM guard(NOT EXISTS (SELECT FROM suppression_key k WHERE k.install_sid = install), 'edited_meanwhile');
    RETURN false;
  END IF;
  RETURN EXISTS (
    SELECT FROM suppression s
    WHERE s.install_sid = install AND s.hashes && ARRAY(SELECT jsonb_array_elements_text(hashes)));
END
$$;
