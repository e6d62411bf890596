-- Returns the payload of the event of a changed row of cancellation_policy_version: its values and the sids of its record, as
-- tools/migrator/event-payloads.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r cancellation_policy_version) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of cancellation_policy_version
  SELECT jsonb_build_object(
    'sid', sid_text('CV', r.sid),
    'installSid', (SELECT sid_text('AI', p.install_sid) FROM cancellation_policy p WHERE p.sid = r.policy_sid),
    'version', r.version,
    'leadTimeMinutes', r.lead_time_minutes,
    'maxReschedules', r.max_reschedules,
    'createdDate', instant_text(r.created_date),
    'cancellationPolicySid', sid_text('CP', r.policy_sid))
  -- end of generated
$$;
