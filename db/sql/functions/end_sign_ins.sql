-- Ends the sign-ins, second-factor challenges and mailed links of users whose password or email address changed or who
-- were disabled, in the transaction of the change, for every writer: the API, provisioning and rosters. Statements that
-- end sign-ins themselves set `invigil.keeps_sign_ins`. A sign-in locks the row of its user, so it either ends here
-- or reads the changed row.
-- Without nested loops, as record_session_transitions.
-- Called by: the trigger users_end_sign_ins.
CREATE OR REPLACE FUNCTION end_sign_ins() RETURNS trigger
LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
  changed uuid[];
BEGIN
  IF current_setting('invigil.keeps_sign_ins', true) = 'on' THEN RETURN NULL; END IF;
  SELECT array_agg(a.sid) INTO changed FROM after a JOIN before b ON b.sid = a.sid
  WHERE (a.password_hash, a.email) IS DISTINCT FROM (b.password_hash, b.email) OR (b.enabled AND NOT a.enabled);
  IF changed IS NULL THEN RETURN NULL; END IF;
  DELETE FROM mfa_challenge WHERE user_sid = ANY (changed);
  DELETE FROM password_reset WHERE user_sid = ANY (changed);
  DELETE FROM sign_in_session WHERE user_sid = ANY (changed);
  -- A user who cannot sign in gets no event, and an erasure records no event of the person.
  INSERT INTO sign_in_event (sid, account_sid, user_sid, event, actor)
  SELECT uuid_v7(), i.account_sid, a.sid, change.event, nullif(current_setting('invigil.actor', true), '')
  FROM after a JOIN before b ON b.sid = a.sid JOIN install i ON i.sid = a.install_sid
  CROSS JOIN LATERAL (VALUES
    ('password_changed', a.password_hash IS DISTINCT FROM b.password_hash),
    ('email_changed', a.email IS DISTINCT FROM b.email),
    ('user_disabled', b.enabled AND NOT a.enabled)) AS change (event, happened)
  WHERE a.sid = ANY (changed) AND change.happened AND a.erased_date IS NULL
    AND (b.enabled OR a.password_hash IS NOT NULL OR b.password_hash IS NOT NULL);
  RETURN NULL;
END
$$;
