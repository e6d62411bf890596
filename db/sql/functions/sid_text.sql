-- Changes of the proctoring data become events in the transaction that makes them, whoever makes them. What is told is
-- listed here, by the API's names: a column that is added is told when it is added here, so that no secret ever is.
CREATE OR REPLACE FUNCTION sid_text(prefix text, id uuid) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT prefix || replace(id::text, '-', '')
$$;
