-- Returns the payload of the event of a changed row of session_event: the members of the API record, as
-- tools/migrator/event-payloads.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r session_event) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of session_event
  SELECT jsonb_build_object(
    'sid', sid_text('ER', r.sid),
    'installSid', sid_text('AI', r.install_sid),
    'courseSid', sid_text('CU', r.course_sid),
    'examSid', sid_text('EX', r.exam_sid),
    'enrollmentSid', sid_text('EN', r.enrollment_sid),
    'userSid', sid_text('US', r.user_sid),
    'sessionSid', sid_text('ES', r.session_sid),
    'eventTypeSid', sid_text('ET', r.event_type_sid),
    'status', r.status,
    'eventTime', instant_text(r.event_time),
    'title', r.title,
    'subject', r.subject,
    'details', r.details,
    'potentialDamage', r.potential_damage,
    'directWitness', r.direct_witness,
    'correctiveActionDetails', r.corrective_action_details,
    'contactPerson', r.contact_person,
    'contactEmail', r.contact_email,
    'contactPhone', r.contact_phone,
    'createdDate', instant_text(r.created_date),
    'editDate', instant_text(r.edit_date))
  -- end of generated
$$;
