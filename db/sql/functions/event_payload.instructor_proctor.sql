-- Returns the payload of the event of a changed row of instructor_proctor: its values and the sids of its record, as
-- tools/migrator/event-payloads.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r instructor_proctor) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of instructor_proctor
  SELECT jsonb_build_object(
    'sid', sid_text('IP', r.sid),
    'installSid', (SELECT sid_text('AI', c.install_sid) FROM exam_configuration c WHERE c.sid = r.configuration_sid),
    'examSid', (SELECT sid_text('EX', c.exam_sid) FROM exam_configuration c WHERE c.sid = r.configuration_sid),
    'enrollmentSid', (SELECT sid_text('EN', c.enrollment_sid) FROM exam_configuration c WHERE c.sid = r.configuration_sid),
    'location', r.location,
    'startTime', instant_text(r.start_time),
    'endTime', instant_text(r.end_time),
    'capacity', r.capacity,
    'examConfigurationSid', sid_text('EC', r.configuration_sid))
  -- end of generated
$$;
