-- Returns the payload of the event of a changed row of enrollment: the members of the API record, as
-- tools/migrator/event-payloads.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r enrollment) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of enrollment
  SELECT jsonb_build_object(
    'sid', sid_text('EN', r.sid),
    'installSid', sid_text('AI', r.install_sid),
    'courseSid', sid_text('CU', r.course_sid),
    'userSid', sid_text('US', r.user_sid),
    'role', r.role,
    'status', r.status,
    'lmsId', r.lms_id,
    'sisId', r.sis_id,
    'apiId', r.api_id,
    'externalId', r.external_id,
    'createdDate', instant_text(r.created_date),
    'editDate', instant_text(r.edit_date))
  -- end of generated
$$;
