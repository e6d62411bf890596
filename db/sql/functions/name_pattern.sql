-- Returns the pattern of LIKE for names that contain a text, without regard to accents and case. `%`, `_` and `\` are
-- ordinary characters, also those that name_key makes of others, such as the fullwidth `％`.
-- Called by: the filters of lists (src/shared/http/filter.ts).
CREATE OR REPLACE FUNCTION name_pattern(part text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN '%' || regexp_replace(name_key(part), '([\\%_])', '\\\1', 'g') || '%';
