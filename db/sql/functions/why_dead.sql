-- Why a token does not live; null while it does: it is the newest of its family, in time, and no epoch above it was raised
-- since its root. Raising one number revokes every token of a user, a credential or an install. It is said of rows, so that
-- who has them asks without reading them again; Postgres puts it in the place of its call.
CREATE OR REPLACE FUNCTION why_dead(
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
