-- Adds the account of a changed row to the setting `invigil.ended` of the transaction: connections of the Worker `realtime`
-- may have lost the token that they were opened with. The last statement of a write reads the setting (db/transaction-end.ts).
-- The setting says only that something ended; which connections that closes is decided by src/platform/realtime/access.ts.
-- Called by: the triggers *_notes_ended.
CREATE OR REPLACE FUNCTION note_ended_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was jsonb := to_jsonb(OLD);
  noted text := coalesce(current_setting('invigil.ended', true), '');
  account text;
BEGIN
  SELECT sid_text('AC', CASE
    WHEN TG_TABLE_NAME = 'account' THEN OLD.sid
    WHEN was ? 'account_sid' THEN (was->>'account_sid')::uuid
    WHEN was ? 'install_sid' THEN (SELECT i.account_sid FROM install i WHERE i.sid = (was->>'install_sid')::uuid)
    ELSE (SELECT o.account_sid FROM operator o WHERE o.sid = (was->>'operator_sid')::uuid)
  END) INTO account;
  IF account IS NOT NULL AND strpos(noted, account) = 0 THEN
    PERFORM set_config('invigil.ended', concat_ws(',', nullif(noted, ''), account), true);
  END IF;
  RETURN NULL;
END
$$;
