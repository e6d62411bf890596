CREATE TABLE "audit_event" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"account_sid" uuid NOT NULL,
	"install_sid" uuid,
	"kind" text NOT NULL,
	"action" text NOT NULL,
	"record_sid" text NOT NULL,
	"changes" text[] DEFAULT '{}' NOT NULL,
	"actor" text,
	"actor_kind" text,
	"operation" text,
	"request_id" text,
	"address" text,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_credential" ADD COLUMN "replaced_by_sid" uuid;--> statement-breakpoint
CREATE INDEX "audit_event_account_sid_created_date_sid_index" ON "audit_event" USING btree ("account_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "audit_event_install_sid_created_date_sid_index" ON "audit_event" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "audit_event_record" ON "audit_event" USING btree ("record_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "audit_event_actor" ON "audit_event" USING btree ("account_sid","actor","created_date","sid");--> statement-breakpoint
CREATE INDEX "audit_event_kind" ON "audit_event" USING btree ("account_sid","kind","action","created_date","sid");--> statement-breakpoint
ALTER TABLE "api_credential" ADD CONSTRAINT "api_credential_replaced_by_sid_api_credential_sid_fk" FOREIGN KEY ("replaced_by_sid") REFERENCES "public"."api_credential"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_credential_account_sid_created_date_sid_index" ON "api_credential" USING btree ("account_sid","created_date","sid");
--> statement-breakpoint
-- Changes of audited records leave a row in audit_event, in the transaction of the change, whoever makes them. A row holds the
-- names of the members that changed and no values. `db/traced.ts` sets who makes them and by which request.

-- A column by the name that the API has for it.
CREATE FUNCTION api_member(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE name
    WHEN 'password_hash' THEN 'password'
    WHEN 'disabled_date' THEN 'status'
    WHEN 'svc_sid' THEN 'svcId'
    ELSE lower(left(name, 1)) || substr(replace(initcap(replace(name, '_', ' ')), ' ', ''), 2)
  END
$$;
--> statement-breakpoint
-- The arguments: the kind of record, the letters of its sids, and the columns that are not audited. `tokens` of a record end
-- when its sts_epoch is raised. The full join cannot become a nested loop, which 10,000 rows would take minutes in. A plan for
-- each statement would cost more than the rest: 500 updates of one row take 0.4 s instead of 0.8.
CREATE FUNCTION audit_changes() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  request jsonb := nullif(current_setting('invigil.audit', true), '')::jsonb;
  kind_of_row text := TG_ARGV[0];
  prefix text := TG_ARGV[1];
  ignored text[] := TG_ARGV[2:] || '{created_date,edit_date}';
BEGIN
  -- Sealing a text again under another key changes no record (src/platform/reseal.ts).
  IF current_setting('invigil.unaudited', true) = 'on' THEN RETURN NULL; END IF;
  IF TG_OP <> 'UPDATE' THEN
    INSERT INTO audit_event (sid, account_sid, install_sid, kind, action, record_sid, actor, actor_kind, operation,
      request_id, address)
    SELECT uuid_v7(),
      CASE kind_of_row WHEN 'account' THEN r.sid ELSE coalesce((r.was->>'account_sid')::uuid,
        (SELECT a.account_sid FROM application a WHERE a.sid = (r.was->>'application_sid')::uuid),
        (SELECT i.account_sid FROM install i WHERE i.sid = (r.was->>'install_sid')::uuid)) END,
      CASE kind_of_row WHEN 'install' THEN r.sid ELSE (r.was->>'install_sid')::uuid END,
      kind_of_row, CASE TG_OP WHEN 'INSERT' THEN 'created' ELSE 'deleted' END, sid_text(prefix, r.sid),
      request->>'actor', request->>'actorKind', request->>'operation', request->>'requestId', request->>'address'
    FROM (SELECT t.sid, to_jsonb(t) AS was FROM changed_rows t OFFSET 0) r;
    RETURN NULL;
  END IF;

  -- Many statements of provisioning write no row: they do not pay for what follows.
  IF NOT EXISTS (SELECT FROM new_rows) THEN RETURN NULL; END IF;
  INSERT INTO audit_event (sid, account_sid, install_sid, kind, action, record_sid, changes, actor, actor_kind, operation,
    request_id, address)
  SELECT uuid_v7(),
    CASE kind_of_row WHEN 'account' THEN r.sid ELSE coalesce((r.became->>'account_sid')::uuid,
        (SELECT a.account_sid FROM application a WHERE a.sid = (r.became->>'application_sid')::uuid),
        (SELECT i.account_sid FROM install i WHERE i.sid = (r.became->>'install_sid')::uuid)) END,
    CASE kind_of_row WHEN 'install' THEN r.sid ELSE (r.became->>'install_sid')::uuid END,
    e.kind, e.action, sid_text(prefix, r.sid), e.changes,
    request->>'actor', request->>'actorKind', request->>'operation', request->>'requestId', request->>'address'
  FROM (
    SELECT sid, to_jsonb(o) AS was, to_jsonb(n) AS became FROM old_rows o FULL JOIN new_rows n USING (sid) OFFSET 0
  ) r
  CROSS JOIN LATERAL (
    SELECT array_agg(c.key ORDER BY c.key) AS names FROM jsonb_each(r.became) c
    WHERE c.value IS DISTINCT FROM r.was->c.key AND c.key <> ALL (ignored)
  ) d
  CROSS JOIN LATERAL (
    SELECT kind_of_row AS kind, 'erased' AS action, '{}'::text[] AS changes WHERE 'erased_date' = ANY (d.names)
    UNION ALL
    SELECT 'tokens', 'revoked', '{}' WHERE 'sts_epoch' = ANY (d.names) AND 'erased_date' <> ALL (d.names)
    UNION ALL
    SELECT kind_of_row,
      CASE
        WHEN 'deleted_date' = ANY (d.names) THEN 'deleted'
        WHEN d.names && '{replaced_by_sid,secret}' THEN 'rotated'
        WHEN 'revoked_at' = ANY (d.names) THEN 'revoked'
        ELSE 'updated'
      END,
      ARRAY(SELECT api_member(name) FROM unnest(d.names) name WHERE name <> 'sts_epoch')
    WHERE d.names <> '{sts_epoch}' AND 'erased_date' <> ALL (d.names)
  ) e;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER account_insert_audited AFTER INSERT ON account REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('account', 'AC');
--> statement-breakpoint
CREATE TRIGGER account_update_audited AFTER UPDATE ON account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('account', 'AC');
--> statement-breakpoint
CREATE TRIGGER account_delete_audited AFTER DELETE ON account REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('account', 'AC');
--> statement-breakpoint
CREATE TRIGGER api_credential_insert_audited AFTER INSERT ON api_credential REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('credential', 'AK');
--> statement-breakpoint
CREATE TRIGGER api_credential_update_audited AFTER UPDATE ON api_credential REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('credential', 'AK');
--> statement-breakpoint
CREATE TRIGGER api_credential_delete_audited AFTER DELETE ON api_credential REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('credential', 'AK');
--> statement-breakpoint
CREATE TRIGGER install_insert_audited AFTER INSERT ON install REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('install', 'AI');
--> statement-breakpoint
CREATE TRIGGER install_update_audited AFTER UPDATE ON install REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('install', 'AI');
--> statement-breakpoint
CREATE TRIGGER install_delete_audited AFTER DELETE ON install REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('install', 'AI');
--> statement-breakpoint
CREATE TRIGGER operator_insert_audited AFTER INSERT ON operator REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('operator', 'OP');
--> statement-breakpoint
CREATE TRIGGER operator_update_audited AFTER UPDATE ON operator REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('operator', 'OP', 'last_login_date', 'is_first');
--> statement-breakpoint
CREATE TRIGGER operator_delete_audited AFTER DELETE ON operator REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('operator', 'OP');
--> statement-breakpoint
CREATE TRIGGER users_insert_audited AFTER INSERT ON users REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('user', 'US');
--> statement-breakpoint
CREATE TRIGGER users_update_audited AFTER UPDATE ON users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('user', 'US');
--> statement-breakpoint
CREATE TRIGGER users_delete_audited AFTER DELETE ON users REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('user', 'US');
--> statement-breakpoint
CREATE TRIGGER webhook_endpoint_insert_audited AFTER INSERT ON webhook_endpoint REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('webhook_endpoint', 'WH');
--> statement-breakpoint
CREATE TRIGGER webhook_endpoint_update_audited AFTER UPDATE ON webhook_endpoint REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('webhook_endpoint', 'WH', 'failures', 'held_until', 'previous_secret', 'previous_secret_until');
--> statement-breakpoint
CREATE TRIGGER webhook_endpoint_delete_audited AFTER DELETE ON webhook_endpoint REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('webhook_endpoint', 'WH');
--> statement-breakpoint
-- A refresh writes the family too, but not this column: it does not pay for the audit.
CREATE FUNCTION audit_revoked_family() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER sts_family_revoked_audited AFTER UPDATE OF revoked_at ON sts_family
FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION audit_revoked_family();
--> statement-breakpoint
-- The tokens of an install that end because a credential is revoked or a user is erased: a row of sts_event. The argument is
-- the event. A credential without an install has the audit row alone.
CREATE FUNCTION record_ended_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER api_credential_ends_tokens AFTER UPDATE OF revoked_at ON api_credential
FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL AND NEW.install_sid IS NOT NULL)
EXECUTE FUNCTION record_ended_tokens('credential_revoked');
--> statement-breakpoint
CREATE TRIGGER users_ends_tokens AFTER UPDATE OF erased_date ON users
FOR EACH ROW WHEN (OLD.erased_date IS NULL AND NEW.erased_date IS NOT NULL)
EXECUTE FUNCTION record_ended_tokens('user_revoked');
