-- Returns the row of token_state of the token with a secret; no row without such a token. It is read by each request with a
-- token, and a function keeps the plan for each connection: to plan this query takes ten times as long as to execute it.
-- Parameters: secret: the hash of the secret.
-- Returns: the columns of token_state that its callers need, not as a row of the view, which a migration then could not drop.
-- Called by: src/shared/auth/token-by-secret.ts.
CREATE OR REPLACE FUNCTION token_by_secret(secret bytea)
RETURNS TABLE (sid uuid, family_sid uuid, install_sid uuid, account_sid uuid, application_sid uuid, credential_sid uuid,
  holder_sid uuid, target_user_sid uuid, token_type text, element_type text, resource text, role text, holder_role text,
  target_role text, policy jsonb, creator_policy jsonb, holder_policy jsonb, created_date timestamptz, expires_at timestamptz,
  absolute_expires_at timestamptz, inactive_reason text)
LANGUAGE plpgsql STABLE ROWS 1 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
  SELECT s.sid, s.family_sid, s.install_sid, s.account_sid, s.application_sid, s.credential_sid, s.holder_sid,
    s.target_user_sid, s.token_type, s.element_type, s.resource, s.role, s.holder_role, s.target_role, s.policy,
    s.creator_policy, s.holder_policy, s.created_date, s.expires_at, s.absolute_expires_at, s.inactive_reason
  FROM token_state s WHERE s.secret_hash = secret;
END
$$;
