-- Returns the API's name of a column.
-- Called by: audit_changes.
CREATE OR REPLACE FUNCTION api_member(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE name
    WHEN 'password_hash' THEN 'password'
    WHEN 'disabled_date' THEN 'status'
    WHEN 'svc_sid' THEN 'svcId'
    ELSE lower(left(name, 1)) || substr(replace(initcap(replace(name, '_', ' ')), ' ', ''), 2)
  END
$$;
