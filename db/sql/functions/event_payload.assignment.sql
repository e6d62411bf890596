-- Returns the payload of the event of a changed row of assignment: the members of the API record, as
-- tools/migrator/event-payloads.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r assignment) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of assignment
  SELECT jsonb_build_object(
    'sid', sid_text('EA', r.sid),
    'installSid', (SELECT sid_text('AI', e.install_sid) FROM exam e WHERE e.sid = r.exam_sid),
    'examSid', sid_text('EX', r.exam_sid),
    'examOpenDate', r.exam_open_date,
    'examCloseDate', r.exam_close_date,
    'schedulingOpenDate', r.scheduling_open_date,
    'schedulingCloseDate', r.scheduling_close_date,
    'createdDate', instant_text(r.created_date),
    'editDate', instant_text(r.edit_date))
  -- end of generated
$$;
