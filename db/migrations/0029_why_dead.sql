-- Why a token does not live; null while it does: it is the newest of its family, in time, and no epoch above it was raised
-- since its root. Raising one number revokes every token of a user, a credential or an install. It is said of rows, so that
-- who has them asks without reading them again; Postgres puts it in the place of its call.
CREATE FUNCTION why_dead(
  t sts_token, f sts_family, i install, c api_credential, h api_credential, user_epoch integer
) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN t.generation < f.generation THEN 'replaced'
    WHEN f.revoked_at IS NOT NULL THEN 'revoked'
    WHEN t.expires_at <= now() OR f.absolute_expires_at <= now() THEN 'expired'
    WHEN f.install_epoch <> i.sts_epoch THEN 'install_revoked'
    WHEN f.user_epoch IS DISTINCT FROM user_epoch THEN 'user_revoked'
    WHEN f.credential_epoch <> c.sts_epoch OR c.revoked_at IS NOT NULL OR c.expires_at <= now()
      OR f.holder_epoch <> h.sts_epoch OR h.revoked_at IS NOT NULL OR h.expires_at <= now() THEN 'credential_revoked'
  END
$$;
--> statement-breakpoint
-- A token with its family, and whether it lives. The creator's policy and the holder's, who got the newest secret, bound what
-- it may do. Who does not ask for the successor does not pay for it: generations of a family are unique, so its join is left
-- out.
CREATE OR REPLACE VIEW token_state AS
SELECT t.sid, t.family_sid, t.generation, t.secret_hash, t.expires_at, s.sid AS replaced_by_sid, t.created_date,
  f.install_sid, f.credential_sid, f.holder_sid, f.target_user_sid, f.token_type, f.element_type, f.resource, f.policy,
  f.absolute_expires_at,
  c.account_sid, c.application_sid, c.role, c.policy AS creator_policy, h.policy AS holder_policy,
  why_dead(t, f, i, c, h, u.sts_epoch) AS why_dead
FROM sts_token t
JOIN sts_family f ON f.sid = t.family_sid
JOIN api_credential c ON c.sid = f.credential_sid
JOIN api_credential h ON h.sid = f.holder_sid
JOIN install i ON i.sid = f.install_sid
LEFT JOIN users u ON u.sid = f.target_user_sid
LEFT JOIN sts_token s ON s.family_sid = t.family_sid AND s.generation = t.generation + 1;
