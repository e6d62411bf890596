-- Returns a digest of all values of a credential that a decision about its rights depends on. A decision holds while the
-- digest is the same. Liveness is not part of it: it depends on the time. The policy is last, because it is the only
-- value that can contain a space. The first value is the version of the policy language and of its containment rule:
-- raise it when either changes, so that earlier decisions are made again.
-- Parameters: c: the credential.
-- Called by: src/shared/auth/credential-lookup.ts.
CREATE OR REPLACE FUNCTION authority_fingerprint(c api_credential) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(concat_ws(' ', 1, c.sid, c.account_sid, c.application_sid,
    coalesce(c.install_sid::text, '-'), c.role, c.policy), 'UTF8'))
$$;
