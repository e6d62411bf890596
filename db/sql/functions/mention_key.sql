-- Returns the form by which names are searched in texts of any length: without accents and case, as name_key does for names.
-- Called by: find_mentions.
CREATE OR REPLACE FUNCTION mention_key(t text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN octet_length(t) = length(t) THEN lower(t COLLATE "C")
  ELSE regexp_replace(fold_case(normalize(t, NFKD)), '[\u0300-\u036f]', '', 'g')
END;
