-- The functions are created with the column, because the indexes of 0020 use them. db/sql has the same functions.
ALTER TABLE "users" ADD COLUMN "username_clash" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE FUNCTION fold_case(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF current_setting('server_version_num')::integer >= 180000 THEN
    RETURN casefold(t COLLATE pg_unicode_fast);
  END IF;
  RETURN replace(replace(lower(t COLLATE "und-x-icu"), 'ß', 'ss'), 'ς', 'σ');
END
$$;
--> statement-breakpoint
CREATE FUNCTION username_key(username text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN left(normalize(fold_case(regexp_replace(normalize(username, NFKC), '^[\x01-\x20\x7f-\xa0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+|[\x01-\x20\x7f-\xa0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+$', '', 'g')), NFKC), 500);
--> statement-breakpoint
CREATE FUNCTION name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  -- ASCII, like most names, has no accents.
  WHEN octet_length(name) = length(name) THEN lower(name COLLATE "C")
  ELSE left(coalesce(nullif(normalize(regexp_replace(
    replace(replace(replace(translate(fold_case(normalize(name, NFKD)),
      'øłđħŧıð', 'oldhtid'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2060\u20d0-\u20ff\ufe20-\ufe2f\ufeff]',
    '', 'g'), NFKC), ''), name), 500)
END;
