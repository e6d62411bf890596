-- Inserts a row into audit_event for a revoked family of tokens. A refresh also writes the family, but not
-- `revoked_at`, and writes no audit row.
-- Called by: the trigger sts_family_revoked_audited.
CREATE OR REPLACE FUNCTION audit_revoked_family() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  request jsonb := nullif(current_setting('invigil.audit', true), '')::jsonb;
BEGIN
  INSERT INTO audit_event (sid, account_sid, install_sid, kind, action, record_sid, actor, actor_kind, operation, request_id,
    address)
  SELECT uuid_v7(), i.account_sid, i.sid, 'token_family', 'revoked', sid_text('TA', NEW.sid), request->>'actor',
    request->>'actorKind', request->>'operation', request->>'requestId', request->>'address'
  FROM install i WHERE i.sid = NEW.install_sid;
  RETURN NULL;
END
$$;
