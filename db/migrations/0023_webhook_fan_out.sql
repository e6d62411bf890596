-- Each event makes one delivery for each endpoint that it matches, in the transaction that makes the event.

-- A JSON value as JavaScript's String() shows it: filters compare strings.
CREATE FUNCTION js_string(value jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  number numeric;
  digits text;
  exponent integer;
BEGIN
  CASE jsonb_typeof(value)
  WHEN 'null' THEN RETURN 'null';
  WHEN 'object' THEN RETURN '[object Object]';
  WHEN 'array' THEN RETURN coalesce((
    SELECT string_agg(CASE jsonb_typeof(element) WHEN 'null' THEN '' ELSE js_string(element) END, ',' ORDER BY place)
    FROM jsonb_array_elements(value) WITH ORDINALITY AS elements (element, place)), '');
  WHEN 'number' THEN
    -- JSON that JavaScript wrote has the digits that String() shows: it is their layout that differs (ECMA-262,
    -- Number::toString).
    number := trim_scale((value #>> '{}')::numeric);
    IF number = 0 THEN RETURN '0'; END IF;
    IF abs(number) >= 1e-6 AND abs(number) < 1e21 THEN RETURN number::text; END IF;
    digits := trim('0' FROM replace(abs(number)::text, '.', ''));
    exponent := CASE WHEN abs(number) >= 1 THEN length(split_part(abs(number)::text, '.', 1)) - 1
      ELSE length(ltrim(split_part(number::text, '.', 2), '0')) - length(split_part(number::text, '.', 2)) - 1 END;
    RETURN CASE WHEN number < 0 THEN '-' ELSE '' END || left(digits, 1)
      || CASE WHEN length(digits) > 1 THEN '.' || substr(digits, 2) ELSE '' END
      || 'e' || CASE WHEN exponent < 0 THEN '-' ELSE '+' END || abs(exponent);
  ELSE RETURN value #>> '{}';
  END CASE;
END
$$;
--> statement-breakpoint
-- Whether each member of the filter is a member of the payload and equals it as a string. An empty filter takes all.
CREATE FUNCTION matches_filter(filter jsonb, payload jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT NOT EXISTS (
    SELECT FROM jsonb_each(filter) AS wanted (key, value)
    WHERE NOT payload ? wanted.key OR js_string(payload -> wanted.key) <> js_string(wanted.value))
$$;
--> statement-breakpoint
CREATE FUNCTION fan_out_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_delivery (sid, application_sid, event_sid, endpoint_sid)
  SELECT uuid_v7(), e.application_sid, e.sid, w.sid
  FROM made e JOIN webhook_endpoint w ON w.application_sid = e.application_sid
  WHERE w.active AND w.deleted_date IS NULL AND e.type = ANY (w.events) AND matches_filter(w.filter, e.payload)
    -- An event of ours has its one delivery from whoever made it.
    AND NOT starts_with(e.topic, 'invigil.');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER event_made AFTER INSERT ON event
REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION fan_out_events();
