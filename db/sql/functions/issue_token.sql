-- Inserts a family and its root token, and returns the token; no row if the creator was revoked or the user was erased after the
-- request read them. The snapshot of one statement supplies the conditions and the epochs, so a revocation that commits later raises
-- an epoch above the stored value. Volatile: that snapshot is not older than the one of the calling statement.
-- Parameters: see insert_token. of_target: null for no user. caller_fingerprint: of the authority of the creator whose policy contains
-- its_policy; null if it is not known. caller_secret_hash: for a decision that was made before the creator was read: the creator must
-- still have this secret, this fingerprint and access to the install; null for another decision.
-- Called by: src/sts/tokens/sql.ts.
CREATE OR REPLACE FUNCTION issue_token(
  new_sid uuid, new_secret bytea, ttl integer, record_sid uuid, of_install uuid, of_creator uuid, of_target uuid,
  its_token_type text, its_element_type text, its_resource text, its_policy jsonb, caller_fingerprint bytea,
  caller_secret_hash bytea
) RETURNS TABLE (sid uuid, created_date timestamptz, expires_at timestamptz, absolute_expires_at timestamptz, token_type text,
  element_type text, resource text)
LANGUAGE plpgsql ROWS 1 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  INSERT INTO sts_family
    (sid, install_sid, credential_sid, holder_sid, target_user_sid, token_type, element_type, resource, policy,
     creator_fingerprint, install_epoch, credential_epoch, holder_epoch, user_epoch, absolute_expires_at)
  SELECT new_sid, install.sid, caller.sid, caller.sid, target.sid, its_token_type, its_element_type, its_resource, its_policy,
    caller_fingerprint, install.sts_epoch, caller.sts_epoch, caller.sts_epoch, target.sts_epoch, now() + interval '8 hours'
  FROM install
  JOIN api_credential caller ON caller.sid = of_creator
  LEFT JOIN users target ON target.sid = of_target AND target.install_sid = install.sid AND target.erased_date IS NULL
  WHERE install.sid = of_install
    AND (of_target IS NULL OR target.sid IS NOT NULL)
    AND CASE WHEN caller_secret_hash IS NULL THEN
      -- generated: a live caller
      ("caller"."revoked_at" is null and ("caller"."expires_at" is null or "caller"."expires_at" > now()))
      -- end of generated
    ELSE
      -- generated: an unchanged caller
      ("caller"."secret_hash" = caller_secret_hash and ("caller"."revoked_at" is null and ("caller"."expires_at" is null or "caller"."expires_at" > now())) and ("install"."account_sid" = "caller"."account_sid" and ("caller"."install_sid" is null or "caller"."install_sid" = "install"."sid")) and authority_fingerprint("caller") = caller_fingerprint)
      -- end of generated
    END;
  IF FOUND THEN
    RETURN QUERY SELECT * FROM insert_token(new_sid, new_sid, new_secret, ttl, record_sid, 'issued');
  END IF;
END
$$;
