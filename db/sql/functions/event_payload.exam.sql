-- Returns the payload of the event of a changed row of exam: the members of the API record, as
-- tools/migrator/event-payloads.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r exam) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of exam
  SELECT jsonb_build_object(
    'sid', sid_text('EX', r.sid),
    'installSid', sid_text('AI', r.install_sid),
    'courseSid', sid_text('CU', r.course_sid),
    'title', r.title,
    'type', r.type,
    'limitedScope', r.limited_scope,
    'requireApproval', r.require_approval,
    'cancellationPolicySid', sid_text('CP', r.cancellation_policy_sid),
    'status', r.status,
    'proctorGroupSid', sid_text('PG', r.proctor_group_sid),
    'reviewProcessSid', sid_text('RP', r.review_process_sid),
    'reviewCompleteNotificationUrl', r.review_complete_notification_url,
    'lmsId', r.lms_id,
    'sisId', r.sis_id,
    'apiId', r.api_id,
    'externalId', r.external_id,
    'createdDate', instant_text(r.created_date),
    'editDate', instant_text(r.edit_date))
  -- end of generated
$$;
