-- Returns the payload of the event of a changed row of enrollment_section: its values and the sids of its record, as
-- tools/migrator/event-payloads.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r enrollment_section) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of enrollment_section
  SELECT jsonb_build_object(
    'sid', sid_text('SE', r.section_sid),
    'installSid', (SELECT sid_text('AI', s.install_sid) FROM section s WHERE s.sid = r.section_sid),
    'courseSid', (SELECT sid_text('CU', s.course_sid) FROM section s WHERE s.sid = r.section_sid),
    'enrollmentSid', sid_text('EN', r.enrollment_sid),
    'userSid', (SELECT sid_text('US', n.user_sid) FROM enrollment n WHERE n.sid = r.enrollment_sid),
    'sectionSid', sid_text('SE', r.section_sid))
  -- end of generated
$$;
