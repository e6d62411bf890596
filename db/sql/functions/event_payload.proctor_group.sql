-- Returns the payload of the event of a changed row of proctor_group: the members of the API record, as
-- tools/migrator/event-payloads.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r proctor_group) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of proctor_group
  SELECT jsonb_build_object(
    'sid', sid_text('PG', r.sid),
    'installSid', sid_text('AI', r.install_sid),
    'name', r.name,
    'capacity', r.capacity,
    'retiredDate', instant_text(r.retired_date),
    'createdDate', instant_text(r.created_date),
    'editDate', instant_text(r.edit_date))
  -- end of generated
$$;
