// Response schemas of exam sessions.

import * as z from 'zod'
import { annotationSources } from '../../../../db/schema/event.ts'
import { sessionStatuses } from '../../../../db/schema/session.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant, NullableInstant } from '../../../shared/values/instant.ts'
import { NullableOpaqueObject } from '../../../shared/values/opaque.ts'
import { NullableSid, Sid } from '../../../shared/values/sid.ts'
import { NullableText } from '../../../shared/values/text.ts'
import { annotationDescriptions } from '../../descriptions/annotation.ts'
import {
  configurationDescriptions,
  slotDescriptions,
  windowDescriptions,
} from '../../descriptions/configuration.ts'
import { policyDescriptions, sessionDescriptions } from '../../descriptions/session.ts'
import { FileSummary } from '../../files/summary/schema.ts'
import { InstallSettings } from '../../installs/schema.ts'
import { CourseSummary, EnrollmentSummary, ExamSummary, ProctorGroupSummary } from '../../summaries.ts'

export const Status = z.enum(sessionStatuses)

const Name = z.string().meta({ description: 'The name that people read.', example: 'Example University' })

const slotPlace = z.string().meta({ description: 'The room or address.', example: 'Room 12' })

const SystemCheckResult = z.object(
  described({ passed: z.boolean(), details: NullableOpaqueObject }, sessionDescriptions),
)

const MutedAnnotation = z
  .object(
    described(
      {
        sid: Sid('AN'),
        type: z.string(),
        startOffsetMs: z.number(),
        endOffsetMs: z.number().nullable(),
        severity: z.number().nullable(),
        source: z.enum(annotationSources),
        text: NullableText,
      },
      annotationDescriptions,
    ),
  )
  .meta({ id: 'MutedAnnotation' })

const PolicyInForce = z.object(
  described(
    {
      leadTimeMinutes: z.number(),
      maxReschedules: z.number().nullable(),
      reschedulesLeft: z.number().nullable(),
      changeableUntil: NullableInstant,
    },
    policyDescriptions,
  ),
)

export const Session = z
  .object(
    described(
      {
        sid: Sid('ES'),
        installSid: Sid('AI'),
        examSid: Sid('EX'),
        enrollmentSid: Sid('EN'),
        userSid: Sid('US'),
        courseSid: Sid('CU'),
        instructorProctorSid: NullableSid('IP'),
        proctorTypeSid: NullableText,
        cancellationPolicySid: NullableSid('CP'),
        cancellationPolicyVersionSid: NullableSid('CV'),
        status: Status,
        statusReason: NullableText,
        accessKey: z.string(),
        sessionType: NullableText,
        schedulingModule: NullableText,
        proctorReviewProcessSid: NullableSid('RP'),
        workflowModule: NullableText,
        appointmentDate: NullableInstant,
        appointmentEndDate: NullableInstant,
        dateApproved: NullableInstant,
        dateScheduled: NullableInstant,
        createdDate: Instant,
        inProgressDate: NullableInstant,
        endedDate: NullableInstant,
        running: z.boolean(),
        externalAppointmentId: NullableText,
        externalReservedAppointmentId: NullableText,
        externalReservedAppointmentExpires: NullableInstant,
        externalAppointmentSyncDate: NullableInstant,
        editDate: Instant,
        notes: NullableText,
        recordingStartDate: NullableInstant,
        series: Sid('ES').meta(sessionDescriptions.series),
        reviewByDate: NullableInstant,
        reviewByUserSid: NullableSid('US'),
        reviewCompletedDate: NullableInstant,
        reviewCompleteNotificationUrl: NullableText,
        URL: NullableText,
        examLocale: NullableText,
        platformVersion: NullableText,
        systemCheckStartDate: NullableInstant,
        systemCheckEndDate: NullableInstant,
        auditStatus: NullableText,
        partnerProvisionedExamUrl: NullableText,
        proctorGroupSid: NullableSid('PG'),
        duration: z.number().nullable(),
        sessionReportCount: z.number(),
        reviewRequired: z.boolean(),
        reviewed: z.boolean(),
        mandatoryRoomScanVideo: z.boolean(),
        messagingConfirmations: z.array(z.string()),
        account: z.object({ sid: Sid('AC'), name: Name }),
        install: z.object({ sid: Sid('AI'), name: Name }),
        deployment: InstallSettings.pick({
          defaultTimezone: true,
          requireManagerExamApproval: true,
          requireManagerProctorApproval: true,
        }),
        proctorGroups: z.array(ProctorGroupSummary).nullable(),
        modalityOptions: NullableOpaqueObject,
        exam: ExamSummary,
        enrollment: EnrollmentSummary,
        course: CourseSummary,
        examFile: FileSummary.nullable().meta(sessionDescriptions.examFile),
        returnedFile: FileSummary.nullable().meta(sessionDescriptions.returnedFile),
        photos: z.array(FileSummary),
        sessionInfo: z.object(
          described(
            {
              running: z.boolean(),
              cancelled: z.boolean(),
              allowedActions: z.array(z.string()),
              systemCheck: SystemCheckResult.nullable(),
              recordingUrl: NullableText,
              reschedules: z.number(),
              cancellationPolicy: PolicyInForce.nullable(),
            },
            sessionDescriptions,
          ),
        ),
        examConfiguration: z
          .object(
            described(
              {
                examOpenDate: NullableInstant,
                examCloseDate: NullableInstant,
                scheduleOpenDate: NullableInstant,
                scheduleCloseDate: NullableInstant,
                duration: z.number().nullable(),
                attempts: z.number().nullable(),
                proctorTypes: z.array(z.string()).meta(configurationDescriptions.proctorTypes),
              },
              windowDescriptions,
            ),
          )
          .nullable()
          .meta({ description: 'The effective configuration of the learner; null if the exam has none.' }),
        proctor: z
          .object(
            described(
              { sid: Sid('IP'), startTime: NullableInstant, endTime: NullableInstant },
              slotDescriptions,
            ),
          )
          .nullable()
          .meta({ description: 'The slot of the instructor who proctors; null without a slot.' }),
        location: z.object({ name: slotPlace }).nullable(),
        appointment: z
          .object(
            described(
              { startDateTime: Instant, endDateTime: NullableInstant, timeZone: z.string() },
              sessionDescriptions,
            ),
          )
          .nullable(),
        automated: z
          .object(
            described({ score: z.number().nullable(), flags: z.array(z.string()) }, sessionDescriptions),
          )
          .nullable(),
        mutedAnnotations: z.array(MutedAnnotation),
      },
      sessionDescriptions,
    ),
  )
  .meta({ id: 'ExamSession' })

/** An item of a session list. */
export const SessionItem = z
  .object(
    described(
      {
        sid: Sid('ES'),
        status: Status,
        running: z.boolean(),
        endedDate: NullableInstant,
        sessionType: NullableText,
        appointmentDate: NullableInstant,
        createdDate: Instant,
        editDate: Instant,
      },
      sessionDescriptions,
    ),
  )
  .meta({ id: 'ExamSessionItem' })
