-- Returns the payload of the event of a changed row of proctor_group_member: its values and the sids of its record, as
-- tools/migrator/event-payloads.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r proctor_group_member) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of proctor_group_member
  SELECT jsonb_build_object(
    'sid', sid_text('PG', r.group_sid),
    'installSid', (SELECT sid_text('AI', g.install_sid) FROM proctor_group g WHERE g.sid = r.group_sid),
    'userSid', sid_text('US', r.user_sid),
    'proctorGroupSid', sid_text('PG', r.group_sid))
  -- end of generated
$$;
