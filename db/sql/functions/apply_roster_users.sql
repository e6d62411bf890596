-- Applies users.csv to the users of an install.
-- Parameters: roster_rows: `id`, `gone` (the row deletes), `ended` (because the last role is over), `line`, and the members of the user by column; for a user whom only
-- roles.csv lists, only the role. `roles`: the roles to store; a row with a role and without these makes them unknown. is_complete: whether the rows are all users; if some are not applied, it deletes nobody.
-- Returns: counts; faults: the rows that are not applied, see stage_roster_users, of these the first 1,000 suppressed ones and the
-- first 1,000 others (count_roster_faults has all); changed: the courses that users left.
-- Leaves the rows in the temporary tables roster_user and roster_held.
-- Called by: apply_roster.
CREATE OR REPLACE FUNCTION apply_roster_users(install uuid, roster_rows jsonb, is_complete boolean,
  OUT counts jsonb, OUT faults jsonb, OUT changed uuid[])
LANGUAGE plpgsql AS $$
DECLARE
  listed int;
  updated int;
  created int;
  deleted int;
BEGIN
  PERFORM stage_roster_users(install, roster_rows);
  SELECT coalesce(jsonb_agg(jsonb_build_object('file', 'users.csv', 'line', line, 'code', fault,
      'id', id,
      'column', CASE fault WHEN 'required' THEN 'email' WHEN 'username_taken' THEN 'username' END) ORDER BY line), '[]')
  FROM (
    SELECT r.*, row_number() OVER (PARTITION BY r.fault = 'suppressed' ORDER BY r.line) AS place
    FROM roster_user r WHERE r.fault IS NOT NULL
  ) f WHERE f.place <= 1000 INTO faults;
  -- Omitted rows are unchanged.
  SELECT coalesce(jsonb_array_length(roster_rows), 0) - count(*) FROM roster_user WHERE gone OR fault IS NOT NULL INTO listed;

  -- Users whose username another row takes: an index refuses a username that two users have for a moment.
  -- The next statement sets another one, so nobody receives an event without it, and the audit has one row for the two.
  PERFORM set_config(name, 'on', true) FROM unnest('{invigil.uncaptured,invigil.unaudited}'::text[]) name;
  UPDATE users u SET username = NULL
  FROM roster_held h JOIN roster_user r ON r.id = h.id
  WHERE r.fault IS NULL AND u.sid = h.holder AND u.erased_date IS NULL;
  PERFORM set_config(name, '', true) FROM unnest('{invigil.uncaptured,invigil.unaudited}'::text[]) name;

  UPDATE users u
  SET username = coalesce(r.username, u.username), first_name = coalesce(r.first_name, u.first_name),
    last_name = coalesce(r.last_name, u.last_name), email = coalesce(r.email, u.email),
    home_phone = coalesce(r.home_phone, u.home_phone), mobile_phone = coalesce(r.mobile_phone, u.mobile_phone),
    role = coalesce(r.role, u.role), enabled = coalesce(r.enabled, u.enabled), edit_date = now()
  FROM roster_user r
  -- Not to a user who was erased since the rows were staged.
  WHERE NOT (r.gone OR r.is_former) AND r.fault IS NULL AND u.sid = r.sid AND u.erased_date IS NULL
    AND (u.username, u.first_name, u.last_name, u.email, u.home_phone, u.mobile_phone, u.role, u.enabled)
      IS DISTINCT FROM (coalesce(r.username, u.username), coalesce(r.first_name, u.first_name),
        coalesce(r.last_name, u.last_name), coalesce(r.email, u.email), coalesce(r.home_phone, u.home_phone),
        coalesce(r.mobile_phone, u.mobile_phone), coalesce(r.role, u.role), coalesce(r.enabled, u.enabled));
  GET DIAGNOSTICS updated = ROW_COUNT;

  -- No change of the record: neither counted nor dated.
  UPDATE users u SET roster_roles = r.roles, roster_roles_ended = false
  FROM roster_user r
  WHERE NOT (r.gone OR r.is_former) AND r.fault IS NULL AND r.role IS NOT NULL AND u.sid = r.sid AND u.erased_date IS NULL
    AND u.roster_roles IS DISTINCT FROM r.roles;

  INSERT INTO users
    (sid, install_sid, sis_id, username, first_name, last_name, email, home_phone, mobile_phone, role, roster_roles,
     enabled)
  SELECT uuid_v7(), install, r.id, r.username, r.first_name, r.last_name, r.email, r.home_phone, r.mobile_phone,
    coalesce(r.role, 'learner'), r.roles, r.enabled
  FROM roster_user r WHERE NOT r.gone AND r.fault IS NULL AND r.sid IS NULL;
  GET DIAGNOSTICS created = ROW_COUNT;

  SELECT d.deleted, d.courses INTO deleted, changed FROM disable_roster_users(install,
    is_complete AND NOT EXISTS (SELECT FROM roster_user r WHERE r.fault <> 'suppressed')) d;
  counts := roster_counts('users', listed, created, updated, deleted);
END
$$;
