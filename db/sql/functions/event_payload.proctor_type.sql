-- Returns the payload of the event of a changed row of proctor_type: the members of the API record, as
-- tools/migrator/event-payloads.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r proctor_type) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of proctor_type
  SELECT jsonb_build_object(
    'sid', sid_text('TS', r.sid),
    'installSid', sid_text('AI', r.install_sid),
    'code', r.code,
    'name', r.name,
    'live', r.live,
    'review', r.review,
    'roomScan', r.room_scan,
    'autoApprove', r.auto_approve,
    'capacity', r.capacity,
    'retiredDate', instant_text(r.retired_date),
    'createdDate', instant_text(r.created_date),
    'editDate', instant_text(r.edit_date))
  -- end of generated
$$;
