-- Changes of the proctoring data become events in the transaction that makes them, whoever makes them. What is told is
-- listed here, by the API's names: a column that is added is told when it is added here, so that no secret ever is.

CREATE FUNCTION sid_text(prefix text, id uuid) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT prefix || replace(id::text, '-', '')
$$;
--> statement-breakpoint
CREATE FUNCTION instant_text(instant timestamptz) RETURNS text LANGUAGE sql STABLE STRICT AS $$
  SELECT to_char(instant AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
--> statement-breakpoint
CREATE FUNCTION event_payload(r users) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'sid', sid_text('US', r.sid), 'installSid', sid_text('AI', r.install_sid),
    'firstName', r.first_name, 'lastName', r.last_name, 'email', r.email, 'preferredEmail', r.preferred_email,
    'username', r.username, 'enabled', r.enabled, 'role', r.role,
    'svcIdEnrollmentSid', sid_text('IE', r.svc_id_enrollment_sid),
    'mobilePhone', r.mobile_phone, 'homePhone', r.home_phone, 'address', r.address,
    'lmsId', r.lms_id, 'sisId', r.sis_id, 'apiId', r.api_id, 'externalId', r.external_id,
    'helpdeskUserId', r.helpdesk_user_id, 'latitude', r.latitude, 'longitude', r.longitude,
    'currencyCode', r.currency_code, 'timeZoneSid', sid_text('TZ', r.time_zone_sid),
    'maxTravelDistance', r.max_travel_distance, 'maxTravelDistanceUnits', r.max_travel_distance_units,
    'lastEnrollmentSync', instant_text(r.last_enrollment_sync),
    'createdDate', instant_text(r.created_date), 'editDate', instant_text(r.edit_date))
$$;
--> statement-breakpoint
CREATE FUNCTION event_payload(r enrollment) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'sid', sid_text('EN', r.sid), 'installSid', sid_text('AI', r.install_sid),
    'courseSid', sid_text('CU', r.course_sid), 'userSid', sid_text('US', r.user_sid),
    'role', r.role, 'status', r.status,
    'lmsId', r.lms_id, 'sisId', r.sis_id, 'apiId', r.api_id, 'externalId', r.external_id,
    'createdDate', instant_text(r.created_date), 'editDate', instant_text(r.edit_date))
$$;
--> statement-breakpoint
CREATE FUNCTION event_payload(r exam) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'sid', sid_text('EX', r.sid), 'installSid', sid_text('AI', r.install_sid),
    'courseSid', sid_text('CU', r.course_sid), 'title', r.title, 'type', r.type,
    'limitedScope', r.limited_scope, 'requireApproval', r.require_approval, 'status', r.status,
    'lmsId', r.lms_id, 'sisId', r.sis_id, 'apiId', r.api_id, 'externalId', r.external_id,
    'createdDate', instant_text(r.created_date), 'editDate', instant_text(r.edit_date))
$$;
--> statement-breakpoint
CREATE FUNCTION event_payload(r exam_configuration) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'sid', sid_text('EC', r.sid), 'installSid', sid_text('AI', r.install_sid),
    'examSid', sid_text('EX', r.exam_sid), 'enrollmentSid', sid_text('EN', r.enrollment_sid),
    'referenceExamConfigurationSid', sid_text('EC', r.reference_exam_configuration_sid), 'type', r.type,
    'examOpenDate', instant_text(r.exam_open_date), 'examCloseDate', instant_text(r.exam_close_date),
    'scheduleOpenDate', instant_text(r.schedule_open_date), 'scheduleCloseDate', instant_text(r.schedule_close_date),
    'url', r.url, 'requiredSoftware', r.required_software, 'virtualCalculatorType', r.virtual_calculator_type,
    'duration', r.duration, 'attempts', r.attempts, 'locked', r.locked, 'approved', r.approved,
    'approvedBy', r.approved_by, 'studentNotes', r.student_notes, 'proctorNotes', r.proctor_notes,
    'proctorTypes', r.proctor_types, 'modalityOptions', r.modality_options, 'attachments', r.attachments,
    'createdDate', instant_text(r.created_date), 'editDate', instant_text(r.edit_date))
  || jsonb_build_object(
    'permittedBathroomBreak', r.permitted_bathroom_break,
    'permittedBathroomBreakInformation', r.permitted_bathroom_break_information,
    'permittedBlankPaper', r.permitted_blank_paper,
    'permittedBlankPaperInformation', r.permitted_blank_paper_information,
    'permittedCalculator', r.permitted_calculator,
    'permittedCalculatorInformation', r.permitted_calculator_information,
    'permittedDictionary', r.permitted_dictionary,
    'permittedDictionaryInformation', r.permitted_dictionary_information,
    'permittedEarplugs', r.permitted_earplugs, 'permittedEarplugsInformation', r.permitted_earplugs_information,
    'permittedFormulaSheet', r.permitted_formula_sheet,
    'permittedFormulaSheetInformation', r.permitted_formula_sheet_information,
    'permittedNotes', r.permitted_notes, 'permittedNotesInformation', r.permitted_notes_information,
    'permittedTextbook', r.permitted_textbook, 'permittedTextbookInformation', r.permitted_textbook_information,
    'permittedWebsites', r.permitted_websites, 'permittedWebsitesInformation', r.permitted_websites_information,
    'permittedOtherItems', r.permitted_other_items)
$$;
--> statement-breakpoint
CREATE FUNCTION event_payload(r assignment) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'sid', sid_text('EA', r.sid),
    'installSid', (SELECT sid_text('AI', e.install_sid) FROM exam e WHERE e.sid = r.exam_sid),
    'examSid', sid_text('EX', r.exam_sid),
    'examOpenDate', r.exam_open_date, 'examCloseDate', r.exam_close_date,
    'schedulingOpenDate', r.scheduling_open_date, 'schedulingCloseDate', r.scheduling_close_date,
    'createdDate', instant_text(r.created_date), 'editDate', instant_text(r.edit_date))
$$;
--> statement-breakpoint
CREATE FUNCTION event_payload(r exam_session) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'sid', sid_text('ES', r.sid), 'installSid', sid_text('AI', r.install_sid),
    'courseSid', sid_text('CU', r.course_sid), 'examSid', sid_text('EX', r.exam_sid),
    'enrollmentSid', sid_text('EN', r.enrollment_sid), 'userSid', sid_text('US', r.user_sid),
    'status', r.status, 'statusReason', r.status_reason, 'sessionType', r.session_type,
    'proctorTypeSid', r.proctor_type_sid, 'duration', r.duration,
    'appointmentDate', instant_text(r.appointment_date), 'appointmentEndDate', instant_text(r.appointment_end_date),
    'dateApproved', instant_text(r.date_approved), 'dateScheduled', instant_text(r.date_scheduled),
    'inProgressDate', instant_text(r.in_progress_date),
    'recordingStartDate', instant_text(r.recording_start_date),
    'systemCheckStartDate', instant_text(r.system_check_start_date),
    'systemCheckEndDate', instant_text(r.system_check_end_date),
    'sessionReportCount', r.session_report_count, 'reviewRequired', r.review_required,
    'mandatoryRoomScanVideo', r.mandatory_room_scan_video, 'reviewed', r.reviewed,
    'reviewByDate', instant_text(r.review_by_date), 'reviewByUserSid', sid_text('US', r.review_by_user_sid),
    'reviewCompletedDate', instant_text(r.review_completed_date), 'auditStatus', r.audit_status, 'notes', r.notes,
    'series', sid_text('ES', coalesce(r.series, r.sid)),
    'createdDate', instant_text(r.created_date), 'editDate', instant_text(r.edit_date))
$$;
--> statement-breakpoint
CREATE FUNCTION event_payload(r session_event) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'sid', sid_text('ER', r.sid), 'installSid', sid_text('AI', r.install_sid),
    'courseSid', sid_text('CU', r.course_sid), 'examSid', sid_text('EX', r.exam_sid),
    'enrollmentSid', sid_text('EN', r.enrollment_sid), 'userSid', sid_text('US', r.user_sid),
    'sessionSid', sid_text('ES', r.session_sid), 'eventTypeSid', sid_text('ET', r.event_type_sid),
    'status', r.status, 'eventTime', instant_text(r.event_time), 'title', r.title, 'subject', r.subject,
    'details', r.details, 'potentialDamage', r.potential_damage, 'directWitness', r.direct_witness,
    'correctiveActionDetails', r.corrective_action_details, 'contactPerson', r.contact_person,
    'contactEmail', r.contact_email, 'contactPhone', r.contact_phone,
    'createdDate', instant_text(r.created_date), 'editDate', instant_text(r.edit_date))
$$;
--> statement-breakpoint
-- Where no application has an endpoint, a change costs one look at an empty table; where another one has, it costs the
-- payload too.
CREATE FUNCTION capture_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb;
  payload jsonb;
  application uuid;
  person uuid;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoint WHERE deleted_date IS NULL) THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN payload := event_payload(OLD); ELSE payload := event_payload(NEW); END IF;
  SELECT i.application_sid INTO application FROM install i
  WHERE i.sid = substr(payload ->> 'installSid', 3)::uuid
    AND EXISTS (SELECT FROM webhook_endpoint w WHERE w.application_sid = i.application_sid AND w.deleted_date IS NULL);
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    before := event_payload(OLD);
    -- What nobody is told of has not changed for anybody.
    IF payload - 'editDate' = before - 'editDate' THEN RETURN NULL; END IF;
    IF payload ? 'status' THEN
      payload := payload || jsonb_build_object('previousStatus', before -> 'status');
    END IF;
  END IF;
  person := substr(CASE WHEN TG_ARGV[0] = 'user' THEN payload ->> 'sid' ELSE payload ->> 'userSid' END, 3)::uuid;
  IF person IS NULL THEN
    SELECT e.user_sid INTO person FROM enrollment e WHERE e.sid = substr(payload ->> 'enrollmentSid', 3)::uuid;
  END IF;
  INSERT INTO event (sid, application_sid, topic, source, type, payload, user_sid, changed_table, operation)
  VALUES (uuid_v7(), application, 'proctoring.' || TG_ARGV[0], 'capture', 'database.event', payload, person,
    TG_ARGV[0], lower(TG_OP));
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Takes a person out of what was told of them, and out of what was sent and answered: before their row is erased, while
-- their address still says whose contact they are.
CREATE FUNCTION erase_events(person uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  told uuid[];
BEGIN
  SELECT array_agg(found.sid) INTO told FROM (
    SELECT sid FROM event WHERE user_sid = person
    UNION
    SELECT c.sid FROM users u JOIN install i ON i.sid = u.install_sid
      JOIN event c ON c.application_sid = i.application_sid AND c.changed_table = 'session_event'
        AND lower(c.payload ->> 'contactEmail') IN (lower(u.email), lower(u.preferred_email))
    WHERE u.sid = person) AS found;
  UPDATE event SET payload = jsonb_build_object('sid', payload -> 'sid', 'installSid', payload -> 'installSid',
    'erased', true) WHERE sid = ANY (told);
  UPDATE webhook_attempt SET request = '{"headers": {}, "body": "", "truncated": true}', response = NULL
  WHERE delivery_sid IN (SELECT d.sid FROM webhook_delivery d WHERE d.event_sid = ANY (told));
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_captured AFTER INSERT OR UPDATE OR DELETE ON users
FOR EACH ROW EXECUTE FUNCTION capture_change('user');
--> statement-breakpoint
CREATE TRIGGER enrollment_captured AFTER INSERT OR UPDATE OR DELETE ON enrollment
FOR EACH ROW EXECUTE FUNCTION capture_change('enrollment');
--> statement-breakpoint
CREATE TRIGGER exam_captured AFTER INSERT OR UPDATE OR DELETE ON exam
FOR EACH ROW EXECUTE FUNCTION capture_change('exam');
--> statement-breakpoint
CREATE TRIGGER exam_configuration_captured AFTER INSERT OR UPDATE OR DELETE ON exam_configuration
FOR EACH ROW EXECUTE FUNCTION capture_change('exam_configuration');
--> statement-breakpoint
CREATE TRIGGER assignment_captured AFTER INSERT OR UPDATE OR DELETE ON assignment
FOR EACH ROW EXECUTE FUNCTION capture_change('exam_assignment');
--> statement-breakpoint
CREATE TRIGGER exam_session_captured AFTER INSERT OR UPDATE OR DELETE ON exam_session
FOR EACH ROW EXECUTE FUNCTION capture_change('exam_session');
--> statement-breakpoint
CREATE TRIGGER session_event_captured AFTER INSERT OR UPDATE OR DELETE ON session_event
FOR EACH ROW EXECUTE FUNCTION capture_change('session_event');
