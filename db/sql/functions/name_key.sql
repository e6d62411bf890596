-- Returns the form by which names and titles are sorted and searched: without accents and case, so that `Zoë` equals
-- `zoe`, composed or not. Marks that change the letter remain, such as those of Hindi and Japanese. A text of only marks
-- remains as it is, so that a search for it does not find everything.
-- NFKC makes up to 18 characters of one, so the result is cut to 500, which an index always holds.
-- An index is built from it: another result for any text needs another function and another index. A migration creates
-- the same function.
-- Called by: the indexes users_last_name_key, users_first_name_key, users_listed_last_name, users_listed_first_name and
-- course_listed_title; name_pattern; the lists (src/shared/http/filter.ts).
CREATE OR REPLACE FUNCTION name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  -- ASCII, like most names, has no accents.
  WHEN octet_length(name) = length(name) THEN lower(name COLLATE "C")
  ELSE left(coalesce(nullif(normalize(regexp_replace(
    replace(replace(replace(translate(fold_case(normalize(name, NFKD)),
      'øłđħŧıð', 'oldhtid'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2060\u20d0-\u20ff\ufe20-\ufe2f\ufeff]',
    '', 'g'), NFKC), ''), name), 500)
END;
