// Response schemas of exam sessions.

import * as z from 'zod'
import { sessionStatuses } from '../../../../db/schema/session.ts'
import { Instant, NullableInstant } from '../../../shared/values/instant.ts'
import { NullableOpaqueObject } from '../../../shared/values/opaque.ts'
import { NullableSid, Sid } from '../../../shared/values/sid.ts'
import { NullableText } from '../../../shared/values/text.ts'

export const Status = z.enum(sessionStatuses)

/** A member of the interface that is always null. */
const unused = z.null()

export const Session = z
  .object({
    sid: Sid('ES'),
    installSid: Sid('AI'),
    examSid: Sid('EX'),
    enrollmentSid: Sid('EN'),
    userSid: Sid('US'),
    courseSid: Sid('CU'),
    instructorProctorSid: NullableSid('IP'),
    proctorTypeSid: NullableText,
    cancellationPolicySid: unused,
    cancellationPolicyVersionSid: unused,
    status: Status,
    statusReason: NullableText,
    accessKey: z.string(),
    sessionType: NullableText,
    schedulingModule: unused,
    proctorReviewProcessSid: unused,
    workflowModule: unused,
    appointmentDate: NullableInstant,
    appointmentEndDate: NullableInstant,
    dateApproved: NullableInstant,
    dateScheduled: NullableInstant,
    createdDate: Instant,
    inProgressDate: NullableInstant,
    externalAppointmentId: unused,
    externalReservedAppointmentId: unused,
    externalReservedAppointmentExpires: unused,
    externalAppointmentSyncDate: unused,
    editDate: Instant,
    notes: NullableText,
    recordingStartDate: NullableInstant,
    series: Sid('ES').meta({ description: 'The first session of the series that cancellations continue.' }),
    reviewByDate: NullableInstant,
    reviewByUserSid: NullableSid('US'),
    reviewCompletedDate: NullableInstant,
    reviewCompleteNotificationUrl: unused,
    URL: NullableText,
    examLocale: unused,
    platformVersion: unused,
    systemCheckStartDate: NullableInstant,
    systemCheckEndDate: NullableInstant,
    auditStatus: NullableText,
    partnerProvisionedExamUrl: unused,
    proctorGroupSid: unused,
    duration: z.number().nullable().meta({ description: 'Minutes.' }),
    sessionReportCount: z.number(),
    reviewRequired: z.boolean(),
    reviewed: z.boolean(),
    mandatoryRoomScanVideo: z.boolean(),
    messagingConfirmations: z.array(z.string()),
    account: z.object({ sid: Sid('AC'), name: z.string() }),
    install: z.object({ sid: Sid('AI'), name: z.string() }),
    deployment: z.object({
      defaultTimezone: z.string(),
      requireManagerExamApproval: z.boolean(),
      requireManagerProctorApproval: z.boolean(),
    }),
    proctorGroups: unused,
    modalityOptions: NullableOpaqueObject,
    exam: z.object({ sid: Sid('EX'), title: z.string(), type: z.string(), status: z.string() }),
    enrollment: z.object({ sid: Sid('EN'), userSid: Sid('US'), role: z.string(), status: z.string() }),
    course: z.object({ sid: Sid('CU'), title: z.string(), code: NullableText }),
    examFile: unused,
    returnedFile: unused,
    photos: unused,
    sessionInfo: z.object({
      running: z.boolean(),
      cancelled: z.boolean(),
      allowedActions: z.array(z.string()),
    }),
    examConfiguration: z
      .object({
        examOpenDate: NullableInstant,
        examCloseDate: NullableInstant,
        scheduleOpenDate: NullableInstant,
        scheduleCloseDate: NullableInstant,
        duration: z.number().nullable(),
        attempts: z.number().nullable(),
      })
      .nullable()
      .meta({ description: 'The effective configuration of the learner.' }),
    proctor: z
      .object({ sid: Sid('IP'), startTime: NullableInstant, endTime: NullableInstant })
      .nullable()
      .meta({ description: 'The instructor who proctors.' }),
    location: z.object({ name: z.string() }).nullable(),
    appointment: z
      .object({ startDateTime: Instant, endDateTime: NullableInstant, timeZone: z.string() })
      .nullable(),
    automated: unused,
    mutedAnnotations: z.object({ count: z.number() }).nullable(),
  })
  .meta({ id: 'ExamSession' })

/** An item of a session list. */
export const SessionItem = z
  .object({
    sid: Sid('ES'),
    status: Status,
    sessionType: NullableText,
    appointmentDate: NullableInstant,
    createdDate: Instant,
    editDate: Instant,
  })
  .meta({ id: 'ExamSessionItem' })
