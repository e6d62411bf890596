-- Whether each member of the filter is a member of the payload and equals it as a string. An empty filter takes all.
CREATE OR REPLACE FUNCTION matches_filter(filter jsonb, payload jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT NOT EXISTS (
    SELECT FROM jsonb_each(filter) AS wanted (key, value)
    WHERE NOT payload ? wanted.key OR js_string(payload -> wanted.key) <> js_string(wanted.value))
$$;
