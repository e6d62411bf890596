-- Returns the result of JavaScript's String() for a JSON value: filters compare strings.
-- Parameters: value: JSON that JavaScript wrote.
-- Called by: matches_filter.
CREATE OR REPLACE FUNCTION js_string(value jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  number numeric;
  digits text;
  exponent integer;
BEGIN
  CASE jsonb_typeof(value)
  WHEN 'null' THEN RETURN 'null';
  WHEN 'object' THEN RETURN '[object Object]';
  WHEN 'array' THEN RETURN coalesce((
    SELECT string_agg(CASE jsonb_typeof(element) WHEN 'null' THEN '' ELSE js_string(element) END, ',' ORDER BY position)
    FROM jsonb_array_elements(value) WITH ORDINALITY AS elements (element, position)), '');
  WHEN 'number' THEN
    -- JSON that JavaScript wrote has the digits of String(). Only the layout differs (ECMA-262, Number::toString).
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
