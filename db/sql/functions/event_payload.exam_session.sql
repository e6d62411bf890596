-- Returns the payload of the event of a changed row of exam_session: the members of the API record, as
-- tools/migrator/generated-sql.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r exam_session) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of exam_session
  SELECT jsonb_build_object(
    'sid', sid_text('ES', r.sid),
    'installSid', sid_text('AI', r.install_sid),
    'courseSid', sid_text('CU', r.course_sid),
    'examSid', sid_text('EX', r.exam_sid),
    'enrollmentSid', sid_text('EN', r.enrollment_sid),
    'userSid', sid_text('US', r.user_sid),
    'proctorTypeSid', r.proctor_type_sid,
    'status', r.status,
    'statusReason', r.status_reason,
    'sessionType', r.session_type,
    'schedulingModule', r.scheduling_module,
    'proctorReviewProcessSid', sid_text('RP', r.proctor_review_process_sid),
    'workflowModule', r.workflow_module,
    'appointmentDate', instant_text(r.appointment_date),
    'appointmentEndDate', instant_text(r.appointment_end_date),
    'dateApproved', instant_text(r.date_approved),
    'dateScheduled', instant_text(r.date_scheduled),
    'createdDate', instant_text(r.created_date),
    'inProgressDate', instant_text(r.in_progress_date),
    'endedDate', instant_text(r.ended_date),
    'running', is_running(r.status, r.in_progress_date, r.ended_date),
    'editDate', instant_text(r.edit_date),
    'notes', r.notes,
    'recordingStartDate', instant_text(r.recording_start_date),
    'series', sid_text('ES', coalesce(r.series, r.sid)),
    'reviewByDate', instant_text(r.review_by_date),
    'reviewByUserSid', sid_text('US', r.review_by_user_sid),
    'reviewCompletedDate', instant_text(r.review_completed_date),
    'reviewCompleteNotificationUrl', r.review_complete_notification_url,
    'systemCheckStartDate', instant_text(r.system_check_start_date),
    'systemCheckEndDate', instant_text(r.system_check_end_date),
    'auditStatus', r.audit_status,
    'proctorGroupSid', sid_text('PG', r.proctor_group_sid),
    'duration', r.duration,
    'sessionReportCount', r.session_report_count,
    'reviewRequired', r.review_required,
    'reviewed', r.reviewed,
    'mandatoryRoomScanVideo', r.mandatory_room_scan_video)
  -- end of generated
$$;
