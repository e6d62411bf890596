-- Records a change of a configuration in configuration_change, or adds it to the entry of the same trigger of this
-- transaction. The actor, the token and the reason are those of the settings, as in record_session_transitions.
-- Parameters: changes: the names of the changed members. before, after: their values, by name; of the password none.
-- Called by: record_created_configurations, record_configuration_changes, recordChange in
-- src/proctoring/history/record.ts.
CREATE OR REPLACE FUNCTION record_configuration_change(configuration uuid, caused_by text, changes text[], before jsonb,
  after jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE configuration_change h SET
    changes = ARRAY(SELECT DISTINCT name FROM unnest(h.changes || record_configuration_change.changes) name ORDER BY name),
    before = coalesce(record_configuration_change.before, '{}') || coalesce(h.before, '{}'),
    after = h.after || record_configuration_change.after
  WHERE h.configuration_sid = configuration AND h.xmin = pg_current_xact_id()::xid AND h.created_date = now()::timestamptz(3)
    AND h.trigger = caused_by AND h.before IS NOT NULL;
  IF FOUND THEN RETURN; END IF;
  INSERT INTO configuration_change (configuration_sid, trigger, reason, actor, token_sid, on_behalf_of, changes, before, after)
  VALUES (configuration, caused_by, nullif(current_setting('invigil.reason', true), ''),
    nullif(current_setting('invigil.actor', true), ''), nullif(current_setting('invigil.token', true), '')::uuid,
    nullif(current_setting('invigil.on_behalf_of', true), '')::uuid, changes, before, after);
END
$$;
