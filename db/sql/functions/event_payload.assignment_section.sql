-- Returns the payload of the event of a changed row of assignment_section: its values and the sids of its record, as
-- tools/migrator/event-payloads.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r assignment_section) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of assignment_section
  SELECT jsonb_build_object(
    'sid', sid_text('EA', r.assignment_sid),
    'installSid', (SELECT sid_text('AI', e.install_sid) FROM assignment a JOIN exam e ON e.sid = a.exam_sid WHERE a.sid = r.assignment_sid),
    'examSid', (SELECT sid_text('EX', a.exam_sid) FROM assignment a WHERE a.sid = r.assignment_sid),
    'sectionSid', sid_text('SE', r.section_sid),
    'assignmentSid', sid_text('EA', r.assignment_sid))
  -- end of generated
$$;
