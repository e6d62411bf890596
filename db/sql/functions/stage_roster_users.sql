-- Writes the rows of users.csv to the temporary table roster_user, each with the matching user (`sid`) and with
-- the reason why it is not applied (`fault`): `required` for a new user without an email address,
-- `suppressed` for an erased person, `username_taken` for a username that an earlier row or another user has.
-- Raises: IV001 `edited_meanwhile` if the rows have no hashes and the install has a key for them by now.
-- Called by: apply_roster_users.
CREATE OR REPLACE FUNCTION stage_roster_users(install uuid, roster_rows jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  -- As is_suppressed: nobody was erased when the rows were made.
  PERFORM guard(roster_rows->0 ? 'hashes' OR roster_rows = '[]'
    OR NOT EXISTS (SELECT FROM suppression_key k WHERE k.install_sid = install), 'edited_meanwhile');
  CREATE TEMPORARY TABLE roster_user ON COMMIT DROP AS
  SELECT r.*, u.sid, CASE
      WHEN r.gone THEN NULL
      WHEN u.sid IS NULL AND EXISTS (
        SELECT FROM suppression p WHERE p.install_sid = install AND p.hashes && r.hashes) THEN 'suppressed'
      WHEN u.sid IS NULL AND r.email IS NULL THEN 'required'
      WHEN r.username IS NULL THEN NULL
      WHEN row_number() OVER (PARTITION BY r.gone, username_key(r.username) ORDER BY r.line) > 1
        OR EXISTS (
          SELECT FROM users o WHERE o.install_sid = install AND username_key(o.username) = username_key(r.username)
            AND o.sid IS DISTINCT FROM u.sid) THEN 'username_taken'
    END AS fault
  FROM jsonb_to_recordset(roster_rows) AS r(id text, gone boolean, line int, username text, first_name text,
    last_name text, email text, home_phone text, mobile_phone text, role text, enabled boolean, hashes text[])
  LEFT JOIN LATERAL (
    SELECT u.sid FROM users u WHERE u.install_sid = install AND u.sis_id = r.id AND u.erased_date IS NULL
    ORDER BY u.created_date, u.sid LIMIT 1) u ON true;
  CREATE INDEX ON roster_user (id);
  ANALYZE roster_user;
END
$$;
