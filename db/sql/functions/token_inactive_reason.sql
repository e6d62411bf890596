-- Returns why a token is inactive; null while it is active: it is the newest of its family, has not expired, and no
-- epoch was raised since the family was created. Raising one epoch revokes every token of a user, a credential
-- or an install. It takes rows, so that the calling statement does not read them again; Postgres inlines it.
-- Parameters: t: the token; f: its family; i: the install; c: the credential that created the family; h: the one that
-- refreshed it last; user_epoch: of the target user, null without one.
-- Called by: token_state, refresh_token, src/sts/tokens/sql.ts.
CREATE OR REPLACE FUNCTION token_inactive_reason(
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
