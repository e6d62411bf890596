-- Returns the payload of the event of a changed row of course: the members of the API record, as
-- tools/migrator/event-payloads.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r course) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of course
  SELECT jsonb_build_object(
    'sid', sid_text('CU', r.sid),
    'installSid', sid_text('AI', r.install_sid),
    'deletedDate', instant_text(r.deleted_date),
    'courseOfferingSid', sid_text('CO', r.course_offering_sid),
    'title', r.title,
    'code', r.code,
    'lmsId', r.lms_id,
    'sisId', r.sis_id,
    'apiId', r.api_id,
    'externalId', r.external_id,
    'createdDate', instant_text(r.created_date),
    'editDate', instant_text(r.edit_date))
  -- end of generated
$$;
