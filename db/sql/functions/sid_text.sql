-- Returns a sid in the format of the API.
-- Parameters: prefix: the two letters of its kind. id: null returns null.
-- Called by: event_payload, audit_changes, audit_revoked_family, limit_appointments, planned_bookings, and statements of src.
CREATE OR REPLACE FUNCTION sid_text(prefix text, id uuid) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT prefix || replace(id::text, '-', '')
$$;
