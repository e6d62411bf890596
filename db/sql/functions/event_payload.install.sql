-- Returns the payload of the event of a changed row of install: the members of the API record, as
-- tools/migrator/event-payloads.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r install) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of install
  SELECT jsonb_build_object(
    'sid', sid_text('AI', r.sid),
    'installSid', sid_text('AI', r.sid),
    'accountSid', sid_text('AC', r.account_sid),
    'applicationSid', sid_text('AP', r.application_sid),
    'name', r.name,
    'createdDate', instant_text(r.created_date),
    'editDate', instant_text(r.edit_date),
    'maxTokenTtlSeconds', r.max_token_ttl_seconds,
    'defaultTimezone', r.default_timezone,
    'requireManagerExamApproval', r.require_manager_exam_approval,
    'requireManagerProctorApproval', r.require_manager_proctor_approval,
    'noShowGraceMinutes', r.no_show_grace_minutes,
    'overrunGraceMinutes', r.overrun_grace_minutes,
    'requireSystemCheck', r.require_system_check,
    'cancellationPolicySid', sid_text('CP', r.cancellation_policy_sid),
    'allowedEmbedOrigins', r.allowed_embed_origins,
    'locale', r.locale,
    'notifications', jsonb_build_object('enabled', r.notifications_enabled, 'confirmations', r.notify_confirmations,
      'reminders', r.notify_reminders, 'reviews', r.notify_reviews),
    'readsPerMinute', r.reads_per_minute,
    'writesPerMinute', r.writes_per_minute)
  -- end of generated
$$;
