-- Inserts a row into sts_event for the tokens of an install that end because a credential is revoked or a user is
-- erased. A credential without an install has only its row in audit_event.
-- Arguments: the event: `credential_revoked` or `user_revoked`.
-- Called by: the triggers api_credential_ends_tokens and users_ends_tokens.
CREATE OR REPLACE FUNCTION record_ended_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  actor text := nullif(current_setting('invigil.audit', true), '')::jsonb->>'actor';
BEGIN
  INSERT INTO sts_event (sid, install_sid, event, target_user_sid, credential_sid, actor_sid, operator_sid)
  VALUES (uuid_v7(), NEW.install_sid, TG_ARGV[0],
    CASE TG_ARGV[0] WHEN 'user_revoked' THEN NEW.sid END,
    CASE TG_ARGV[0] WHEN 'credential_revoked' THEN NEW.sid END,
    CASE WHEN starts_with(actor, 'AK') THEN substr(actor, 3)::uuid END,
    CASE WHEN starts_with(actor, 'OP') THEN substr(actor, 3)::uuid END);
  RETURN NULL;
END
$$;
