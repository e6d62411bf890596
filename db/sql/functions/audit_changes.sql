-- Inserts a row into audit_event for each change of an audited record, in the transaction of the change. The row has
-- the names of the members that changed and no values. db/transaction-settings.ts sets `invigil.audit`: the actor and the request.
-- Arguments: the kind of record, the prefix of its sids, and the columns that are not audited. The action `revoked` of
-- the kind `tokens` is a raised sts_epoch. The full join cannot become a nested loop, which takes minutes for 10,000
-- rows. Planning each statement costs more than executing it: with one generic plan 500 updates of one row take 0.4 s
-- instead of 0.8.
-- Called by: the triggers *_audited, except sts_family_revoked_audited.
CREATE OR REPLACE FUNCTION audit_changes() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  request jsonb := nullif(current_setting('invigil.audit', true), '')::jsonb;
  kind_of_row text := TG_ARGV[0];
  prefix text := TG_ARGV[1];
  ignored text[] := TG_ARGV[2:] || '{created_date,edit_date}';
BEGIN
  -- Sealing or hashing a text again changes no record (db/unaudited.ts), nor does a step that a later statement completes.
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

  -- Many statements of provisioning write no row.
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
