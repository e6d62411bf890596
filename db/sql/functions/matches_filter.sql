-- Returns whether each member of a filter is a member of the payload and equal to it as a string. An empty filter
-- matches all.
-- Called by: fan_out_events, src/platform/webhooks/recoveries/sql.ts.
CREATE OR REPLACE FUNCTION matches_filter(filter jsonb, payload jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT NOT EXISTS (
    SELECT FROM jsonb_each(filter) AS wanted (key, value)
    WHERE NOT payload ? wanted.key OR js_string(payload -> wanted.key) <> js_string(wanted.value))
$$;
