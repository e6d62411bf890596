-- Writes the rows of users.csv to the temporary table roster_user, each with the matching user (`sid`), with the key of its
-- username, and with the reason why it is not applied (`fault`): `required` for a new user without an email address,
-- `suppressed` for an erased person, `username_taken` for a username that an earlier row or another user has. The username
-- of a user whom a row renames is free. The temporary table roster_held has the rows with a username of another user (`holder`).
-- A row with the sourcedId of a merged user has the user who has the records (`is_former`). It changes no member of that user.
-- Omits a row without a role if the user left because the last role was over and has no active enrollment.
-- Parameters: roster_rows: see apply_roster_users. `previous_roles`: the stored roles from which the row derives `roles`.
-- Raises: IV001 `edited_meanwhile` if the rows have no hashes and the install has a key for them by now, or if another import
-- changed the roles of a user meanwhile.
-- Called by: apply_roster_users.
CREATE OR REPLACE FUNCTION stage_roster_users(install uuid, roster_rows jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  -- As is_suppressed: nobody was erased when the rows were made.
  PERFORM guard(roster_rows->0 ? 'hashes' OR roster_rows = '[]'
    OR NOT EXISTS (SELECT FROM suppression_key k WHERE k.install_sid = install), 'edited_meanwhile');
  CREATE TEMPORARY TABLE roster_user ON COMMIT DROP AS
  SELECT r.*, coalesce(u.sid, f.sid) AS sid, f.sid IS NOT NULL AS is_former, username_key(r.username) AS key, CASE
      WHEN r.gone OR f.sid IS NOT NULL THEN NULL
      WHEN u.sid IS NULL AND EXISTS (
        SELECT FROM suppression p WHERE p.install_sid = install AND p.hashes && r.hashes) THEN 'suppressed'
      WHEN u.sid IS NULL AND r.email IS NULL THEN 'required'
      WHEN r.username IS NULL THEN NULL
      WHEN row_number() OVER (PARTITION BY r.gone, f.sid IS NOT NULL, username_key(r.username) ORDER BY r.line) > 1 THEN 'username_taken'
    END AS fault
  FROM jsonb_to_recordset(roster_rows) AS r(id text, gone boolean, ended boolean, line int, username text, first_name text,
    last_name text, email text, home_phone text, mobile_phone text, role text, roles jsonb, previous_roles jsonb, enabled boolean, hashes text[])
  LEFT JOIN LATERAL (
    SELECT u.sid, u.roster_roles_ended FROM users u
    WHERE u.install_sid = install AND u.sis_id = r.id AND u.erased_date IS NULL
    ORDER BY u.created_date, u.sid LIMIT 1) u ON true
  LEFT JOIN former_roster_ids(install) f ON f.id = r.id
  WHERE r.gone OR r.role IS NOT NULL OR u.roster_roles_ended IS NOT TRUE OR is_enrolled(u.sid);
  CREATE INDEX ON roster_user (id);
  CREATE INDEX ON roster_user (sid);
  ANALYZE roster_user;
  PERFORM guard(NOT EXISTS (
    SELECT FROM roster_user r LEFT JOIN users u ON u.sid = r.sid
    WHERE NOT r.is_former AND r.previous_roles <> coalesce(u.roster_roles, '{}')), 'edited_meanwhile');

  -- The rows with a username of another user, that user, and the row that renames the user.
  CREATE TEMPORARY TABLE roster_held ON COMMIT DROP AS
  SELECT r.id, o.sid AS holder, f.id AS freed_by
  FROM roster_user r
  -- One search of the index for each row: a join would compute the keys of all users.
  CROSS JOIN LATERAL (
    SELECT o.sid FROM users o
    WHERE o.install_sid = install AND username_key(o.username) = r.key AND o.sid IS DISTINCT FROM r.sid OFFSET 0) o
  LEFT JOIN roster_user f ON f.sid = o.sid AND NOT (f.gone OR f.is_former) AND f.fault IS NULL AND f.key <> r.key
  WHERE NOT (r.gone OR r.is_former) AND r.fault IS NULL;
  CREATE INDEX ON roster_held (freed_by);
  ANALYZE roster_held;

  WITH RECURSIVE taken AS (
    SELECT h.id FROM roster_held h WHERE h.freed_by IS NULL
    UNION
    -- A row that is not applied renames nobody. One search of the index for each: a join would read all rows for each of a chain.
    SELECT h.id FROM taken t CROSS JOIN LATERAL (SELECT h.id FROM roster_held h WHERE h.freed_by = t.id OFFSET 0) h
  )
  UPDATE roster_user r SET fault = 'username_taken' FROM taken t WHERE r.id = t.id;
END
$$;
