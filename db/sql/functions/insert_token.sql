-- Inserts the newest token of a family and the event of it, and returns the token. The caller has inserted or updated the row of the
-- family in the same transaction, so no other transaction changes it.
-- Parameters: of_family: its generation is that of the token. new_secret: the hash of the secret. ttl: in seconds; at most that of the
-- install counts, until the family expires. record_sid, event: of the event.
-- Called by: issue_token, refresh_token.
CREATE OR REPLACE FUNCTION insert_token(
  of_family uuid, new_sid uuid, new_secret bytea, ttl integer, record_sid uuid, its_event text
) RETURNS TABLE (sid uuid, created_date timestamptz, expires_at timestamptz, absolute_expires_at timestamptz, token_type text,
  element_type text, resource text)
LANGUAGE plpgsql ROWS 1 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
  WITH family AS (
    SELECT f.*, i.max_token_ttl_seconds AS max_ttl FROM sts_family f JOIN install i ON i.sid = f.install_sid
    WHERE f.sid = of_family
  ),
  token AS (
    INSERT INTO sts_token AS t (sid, family_sid, install_sid, generation, secret_hash, expires_at)
    SELECT new_sid, f.sid, f.install_sid, f.generation, new_secret,
      least(now() + make_interval(secs => least(ttl, f.max_ttl)), f.absolute_expires_at)
    FROM family f
    RETURNING t.sid, t.expires_at, t.created_date
  ),
  record AS (
    INSERT INTO sts_event (sid, install_sid, event, token_sid, family_sid, target_user_sid, credential_sid, actor_sid)
    SELECT record_sid, f.install_sid, its_event, new_sid, f.sid, f.target_user_sid, f.credential_sid, f.holder_sid
    FROM family f
  )
  SELECT t.sid, t.created_date, t.expires_at, f.absolute_expires_at, f.token_type, f.element_type, f.resource
  FROM family f, token t;
END
$$;
