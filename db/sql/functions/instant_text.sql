-- Returns an instant in the format of the API: ISO 8601 in UTC, with milliseconds. Returns null for null.
-- Called by: event_payload.
CREATE OR REPLACE FUNCTION instant_text(instant timestamptz) RETURNS text LANGUAGE sql STABLE STRICT AS $$
  SELECT to_char(instant AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
