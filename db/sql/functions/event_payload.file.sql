-- Returns the payload of the event of a changed row of file: the members of the API record, as
-- tools/migrator/event-payloads.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r file) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of file
  SELECT jsonb_build_object(
    'sid', sid_text('FI', r.sid),
    'installSid', sid_text('AI', r.install_sid),
    'enrollmentSid', sid_text('EN', r.enrollment_sid),
    'purpose', r.purpose,
    'sessionSid', sid_text('ES', r.session_sid),
    'examConfigurationSid', sid_text('EC', r.exam_configuration_sid),
    'name', r.name,
    'contentType', r.content_type,
    'size', r.size,
    'createdDate', instant_text(r.created_date),
    'editDate', instant_text(r.edit_date),
    'uploadedDate', instant_text(r.uploaded_date),
    'completedDate', instant_text(r.completed_date))
  -- end of generated
$$;
