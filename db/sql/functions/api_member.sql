-- Changes of audited records leave a row in audit_event, in the transaction of the change, whoever makes them. A row holds the
-- names of the members that changed and no values. `db/traced.ts` sets who makes them and by which request.

-- A column by the name that the API has for it.
CREATE OR REPLACE FUNCTION api_member(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE name
    WHEN 'password_hash' THEN 'password'
    WHEN 'disabled_date' THEN 'status'
    WHEN 'svc_sid' THEN 'svcId'
    ELSE lower(left(name, 1)) || substr(replace(initcap(replace(name, '_', ' ')), ' ', ''), 2)
  END
$$;
