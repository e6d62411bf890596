-- Returns the payload of the event of a changed row of exam_session, by the API's names. A column that is not listed
-- here is never published, so that no secret is.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r exam_session) RETURNS jsonb LANGUAGE sql STABLE AS $$
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
