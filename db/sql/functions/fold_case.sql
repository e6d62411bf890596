-- Returns the text with full case folding: `ß` becomes `ss`. Postgres 18 has a function for it. Before, it is ICU's lower
-- case, with the letters for which the two differ in German and Greek. PL/pgSQL parses only the branch that runs.
-- An index is built from it, so it changes with another server: after an upgrade to Postgres 18, run REINDEX TABLE users.
-- Called by: username_key, name_key.
CREATE OR REPLACE FUNCTION fold_case(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF current_setting('server_version_num')::integer >= 180000 THEN
    RETURN casefold(t COLLATE pg_unicode_fast);
  END IF;
  RETURN replace(replace(lower(t COLLATE "und-x-icu"), 'ß', 'ss'), 'ς', 'σ');
END
$$;
