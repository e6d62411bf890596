-- Returns whether the changes of the transaction are only tried: it ends with roll_back. They then need no locks against
-- concurrent changes, which would wait for them.
-- Called by: reconcile_appointments, limit_appointments, separate_appointments.
CREATE OR REPLACE FUNCTION is_tried() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('invigil.tried', true), '') = 'true'
$$;
