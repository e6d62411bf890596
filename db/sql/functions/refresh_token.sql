-- Replaces a token by its successor, and returns that. Each refresh compares and sets the generation of the family: the row lock admits
-- one of several concurrent refreshes; the others then read a later generation. One statement has all conditions and the epochs, so
-- that they are those of one snapshot. Volatile: that snapshot is not older than the one of the calling statement, and the read of
-- the successor has a later one, which has the token of a refresh that this one has waited for.
-- Parameters: see insert_token. replaced_sid: the token. of_caller: the credential that refreshes it. caller_fingerprint: that of its
-- authority, whose policy contains that of the token. caller_secret_hash, of_install: for a decision that was made before the rows
-- were read: the caller must be the creator, must still have this secret and this fingerprint, which the family has too, and access
-- to the install, which must be that of the family; null for another decision.
-- Returns: if the token is inactive, one row with only the token that replaced it, if any. If the decision does not hold, no row.
-- Called by: src/sts/tokens/sql.ts.
CREATE OR REPLACE FUNCTION refresh_token(
  new_sid uuid, new_secret bytea, ttl integer, record_sid uuid, replaced_sid uuid, of_caller uuid, caller_fingerprint bytea,
  caller_secret_hash bytea, of_install uuid
) RETURNS TABLE (sid uuid, created_date timestamptz, expires_at timestamptz, absolute_expires_at timestamptz, token_type text,
  element_type text, resource text, replaced_by uuid)
LANGUAGE plpgsql ROWS 1 SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  refreshed uuid;
BEGIN
  UPDATE sts_family family
  SET generation = family.generation + 1, holder_sid = caller.sid, holder_epoch = caller.sts_epoch,
    creator_fingerprint = CASE WHEN caller.sid = family.credential_sid THEN caller_fingerprint
      ELSE family.creator_fingerprint END
  FROM sts_token replaced, api_credential caller, install, api_credential creator, api_credential holder
  WHERE replaced.sid = replaced_sid
    AND caller.sid = of_caller
    AND family.sid = replaced.family_sid
    AND install.sid = family.install_sid
    AND creator.sid = family.credential_sid
    AND holder.sid = family.holder_sid
    AND CASE WHEN caller_secret_hash IS NULL THEN
      -- generated: a live caller
      ("caller"."revoked_at" is null and ("caller"."expires_at" is null or "caller"."expires_at" > now()))
      -- end of generated
    ELSE family.install_sid = of_install AND family.credential_sid = caller.sid
      AND family.creator_fingerprint = caller_fingerprint AND
      -- generated: an unchanged caller
      ("caller"."secret_hash" = caller_secret_hash and ("caller"."revoked_at" is null and ("caller"."expires_at" is null or "caller"."expires_at" > now())) and ("install"."account_sid" = "caller"."account_sid" and ("caller"."install_sid" is null or "caller"."install_sid" = "install"."sid")) and authority_fingerprint("caller") = caller_fingerprint)
      -- end of generated
    END
    -- After a wait for the row's lock, the family is read again; the other rows are those of the snapshot.
    AND token_inactive_reason(replaced, family, install, creator, holder,
      (SELECT u.sts_epoch FROM users u WHERE u.sid = family.target_user_sid)) IS NULL
  RETURNING family.sid INTO refreshed;
  IF FOUND THEN
    RETURN QUERY SELECT t.*, NULL::uuid FROM insert_token(refreshed, new_sid, new_secret, ttl, record_sid, 'refreshed') t;
  ELSIF caller_secret_hash IS NULL THEN
    replaced_by := token_successor(replaced_sid);
    RETURN NEXT;
  END IF;
END
$$;
