-- Returns the payload of the event of a changed row of annotation: the members of the API record, as
-- tools/migrator/event-payloads.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r annotation) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of annotation
  SELECT jsonb_build_object(
    'sid', sid_text('AN', r.sid),
    'installSid', (SELECT sid_text('AI', s.install_sid) FROM exam_session s WHERE s.sid = r.session_sid),
    'courseSid', (SELECT sid_text('CU', s.course_sid) FROM exam_session s WHERE s.sid = r.session_sid),
    'examSid', (SELECT sid_text('EX', s.exam_sid) FROM exam_session s WHERE s.sid = r.session_sid),
    'enrollmentSid', (SELECT sid_text('EN', s.enrollment_sid) FROM exam_session s WHERE s.sid = r.session_sid),
    'userSid', (SELECT sid_text('US', s.user_sid) FROM exam_session s WHERE s.sid = r.session_sid),
    'sessionSid', sid_text('ES', r.session_sid),
    'type', r.type,
    'startOffsetMs', r.start_offset_ms,
    'endOffsetMs', r.end_offset_ms,
    'severity', r.severity,
    'source', r.source,
    'text', r.text,
    'muted', r.muted,
    'createdDate', instant_text(r.created_date),
    'editDate', instant_text(r.edit_date))
  -- end of generated
$$;
