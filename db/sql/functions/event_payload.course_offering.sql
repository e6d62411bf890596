-- Returns the payload of the event of a changed row of course_offering: the members of the API record, as
-- tools/migrator/event-payloads.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r course_offering) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of course_offering
  SELECT jsonb_build_object(
    'sid', sid_text('CO', r.sid),
    'installSid', sid_text('AI', r.install_sid),
    'title', r.title,
    'matchStrings', r.match_strings,
    'startDate', instant_text(r.start_date),
    'endDate', instant_text(r.end_date),
    'lmsId', r.lms_id,
    'sisId', r.sis_id,
    'apiId', r.api_id,
    'externalId', r.external_id,
    'createdDate', instant_text(r.created_date),
    'editDate', instant_text(r.edit_date))
  -- end of generated
$$;
