-- The tokens of an install that end because a credential is revoked or a user is erased: a row of sts_event. The argument is
-- the event. A credential without an install has the audit row alone.
CREATE OR REPLACE FUNCTION record_ended_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  actor text := nullif(current_setting('invigil.audit', true), '')::jsonb->>'actor';
BEGIN
  INSERT INTO sts_event (sid, install_sid, event, target_user_sid, credential_sid, actor_sid)
  VALUES (uuid_v7(), NEW.install_sid, TG_ARGV[0],
    CASE TG_ARGV[0] WHEN 'user_revoked' THEN NEW.sid END,
    CASE TG_ARGV[0] WHEN 'credential_revoked' THEN NEW.sid END,
    CASE WHEN starts_with(actor, 'AK') THEN substr(actor, 3)::uuid END);
  RETURN NULL;
END
$$;
