// Which operations set the fields of sessions and of what belongs to them.

import { Annotation } from '../../../../src/proctoring/events/annotations/schema.ts'
import { Event } from '../../../../src/proctoring/events/schema.ts'
import { File, FileUpload } from '../../../../src/proctoring/files/schema.ts'
import { Session } from '../../../../src/proctoring/sessions/read/record.ts'
import { each, fieldsOf } from './fields-of.ts'

const byCreate = ['createEnrollment', 'createSession'] as const
const bySchedule = ['scheduleSession'] as const
const byAppointment = ['scheduleSession', 'rescheduleSession'] as const

export const sessions = {
  ExamSession: fieldsOf(Session, {
    ...each(['sid', 'installSid', 'courseSid', 'examSid', 'enrollmentSid', 'userSid'], ...byCreate),
    ...each(['accessKey', 'createdDate', 'account', 'install', 'deployment'], ...byCreate),
    ...each(['exam', 'course', 'enrollment', 'examConfiguration', 'modalityOptions'], ...byCreate),
    status: [...byCreate, 'scheduleSession', 'denySession', 'cancelSession', 'endSession', 'reviewSession'],
    ...each(['editDate'], ...byCreate, 'scheduleSession', 'startSession', 'endSession', 'updateRecording'),
    ...each(['duration'], ...byCreate),
    ...each(['series'], ...byCreate, 'cancelSession'),
    ...each(['statusReason'], 'denySession', 'cancelSession', 'voidSession'),
    ...each(['appointmentDate', 'appointmentEndDate', 'appointment'], ...byAppointment),
    ...each(['dateScheduled'], ...bySchedule),
    ...each(['instructorProctorSid', 'proctor', 'location'], ...byAppointment),
    ...each(['proctorTypeSid', 'sessionType', 'schedulingModule', 'workflowModule'], ...bySchedule),
    ...each(['reviewRequired', 'mandatoryRoomScanVideo'], ...bySchedule),
    ...each(['proctorGroupSid', 'proctorGroups', 'cancellationPolicySid'], ...bySchedule),
    ...each(['cancellationPolicyVersionSid', 'reviewCompleteNotificationUrl'], ...bySchedule),
    ...each(['proctorReviewProcessSid'], 'scheduleSession'),
    ...each(['URL'], 'scheduleSession', 'updatePartnerExam'),
    ...each(['partnerProvisionedExamUrl'], 'updatePartnerExam'),
    ...each(['dateApproved'], 'scheduleSession', 'approveSession'),
    ...each(['externalAppointmentId', 'externalAppointmentSyncDate'], 'updateExternalAppointment'),
    ...each(['externalReservedAppointmentId'], 'updateExternalAppointment'),
    ...each(['externalReservedAppointmentExpires'], 'updateExternalAppointment'),
    ...each(['systemCheckStartDate', 'systemCheckEndDate'], 'recordSystemCheck'),
    ...each(['platformVersion', 'examLocale'], 'recordSystemCheck'),
    ...each(['inProgressDate'], 'startSession'),
    ...each(['running'], 'startSession', 'endSession'),
    ...each(['endedDate', 'reviewByDate'], 'endSession'),
    ...each(['recordingStartDate', 'automated'], 'updateRecording'),
    ...each(['sessionInfo'], 'recordSystemCheck', 'startSession', 'updateRecording', 'endSession'),
    ...each(['sessionReportCount'], 'createSessionEvent'),
    ...each(['auditStatus'], 'createSessionEvent', 'updateSessionEvent', 'reviewSession'),
    ...each(['mutedAnnotations'], 'createAnnotation', 'updateAnnotation'),
    ...each(['reviewed', 'reviewByUserSid', 'reviewCompletedDate', 'notes'], 'reviewSession'),
    ...each(['examFile', 'returnedFile', 'photos'], 'completeFile'),
    ...each(['messagingConfirmations'], 'scheduleSession'),
  }),
  SessionEvent: fieldsOf(Event, {
    ...each(['sid', 'sessionSid', 'eventTypeSid', 'createdDate'], 'createSessionEvent'),
    ...each(
      [
        ...(['status', 'eventTime', 'title', 'subject', 'details', 'potentialDamage'] as const),
        ...(['directWitness', 'correctiveActionDetails', 'contactPerson'] as const),
        ...(['contactEmail', 'contactPhone', 'editDate'] as const),
      ],
      ...(['createSessionEvent', 'updateSessionEvent'] as const),
    ),
  }),
  Annotation: fieldsOf(Annotation, {
    ...each(['sid', 'sessionSid', 'createdDate'], 'createAnnotation'),
    ...each(
      ['type', 'startOffsetMs', 'endOffsetMs', 'severity', 'source', 'text', 'muted', 'editDate'],
      ...(['createAnnotation', 'updateAnnotation'] as const),
    ),
  }),
  FileUpload: fieldsOf(FileUpload, each(['sid', 'uploadUrl', 'expiresAt'], 'createFile')),
  File: fieldsOf(File, {
    ...each(['sid', 'installSid', 'purpose', 'sessionSid', 'examConfigurationSid'], 'createFile'),
    ...each(['name', 'contentType', 'size', 'createdDate'], 'createFile'),
    ...each(['editDate'], 'createFile', 'completeFile'),
    ...each(['uploadedDate'], 'uploadFile'),
    ...each(['completedDate', 'downloadUrl', 'downloadExpiresAt'], 'completeFile'),
  }),
}
