import * as z from 'zod'
import { sessionStatuses } from '../../../../db/schema/session.ts'
import { Flag, listQuery, pageOf, repeatable } from '../../../shared/http/page.ts'
import { cancelReasons, reviewOutcomes } from '../../../shared/session-reasons.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { FreeText, optional, Text } from '../../../shared/values/text.ts'
import { sessionDescriptions } from '../../descriptions/session.ts'
import { SessionItem } from './record.ts'

export const ExamParams = z.strictObject({ installSid: Sid('AI'), examSid: Sid('EX') })
export const SessionParams = ExamParams.extend({ sessionSid: Sid('ES') })
export const EnrollmentExamParams = ExamParams.extend({ enrollmentSid: Sid('EN') })

export const SessionCreate = z.strictObject({ enrollmentSid: Sid('EN') }).meta({ id: 'ExamSessionCreate' })

export const Appointment = z
  .strictObject(
    described(
      {
        appointmentDate: Instant.refine(
          at => at.getUTCFullYear() < 9000,
          'Expected a year before 9000.',
        ).meta({
          description: 'When the appointment starts.',
        }),
        instructorProctorSid: Sid('IP').optional().meta({
          description: 'Sid of the slot in which to take a seat; absent for an appointment without a slot.',
        }),
        proctorType: Text(100).optional().meta({
          description:
            'The code of the proctor type, one of the `proctorTypes` of the configuration. By default the first of them that is the code of a type.',
          example: 'live',
        }),
        proctorGroupSid: Sid('PG').optional().meta({
          description:
            "Sid of the group that proctors; by default that of the exam. A learner's credential or token cannot send it.",
        }),
      },
      sessionDescriptions,
    ),
  )
  .meta({ id: 'AppointmentRequest' })

export const Cancellation = z
  .strictObject({
    reason: z.enum(cancelReasons).meta({
      description:
        "Why it is cancelled; becomes the `statusReason`. A learner's element can send only `changed-time`, `technical-issue` and `other-reason`.",
    }),
  })
  .meta({ id: 'Cancellation' })

export const Voiding = z
  .strictObject({
    reason: Text(500).meta({
      description: 'Why the attempt does not count; the history of the session records it.',
      example: 'Power failure in the room',
    }),
  })
  .meta({ id: 'Voiding' })

export const Denial = z
  .strictObject({
    reason: Text(500).meta({
      description: 'Why it is denied; becomes the `statusReason`.',
      example: 'No proctor at this time',
    }),
  })
  .meta({ id: 'Denial' })

export const Review = z
  .strictObject(
    described(
      { outcome: z.enum(reviewOutcomes), notes: optional(FreeText(10_000)) },
      {
        outcome: {
          description:
            '`passed` closes the session; the others turn it into an incident, with an event of the type `review`.',
        },
        notes: sessionDescriptions.notes,
      },
    ),
  )
  .meta({ id: 'Review' })

const status = repeatable(sessionStatuses)
  .optional()
  .meta({ description: 'Only sessions with one of these statuses; repeated, or separated by commas.' })

export const EnrollmentSessionQuery = listQuery(
  {
    status,
    includeActive: Flag.default(false).meta({
      description: 'true: lists the active session even if its status is not in the requested list.',
    }),
  },
  ['createdDate'],
)
export const SessionPage = pageOf(SessionItem, 'ExamSessionPage')

const ExamSession = SessionItem.extend({ enrollmentSid: Sid('EN'), userSid: Sid('US') }).meta({
  id: 'ExamSessionOfLearner',
})
export const ExamSessionQuery = listQuery(
  {
    status,
    enrollmentSid: Sid('EN').optional(),
    userSid: Sid('US').optional(),
    appointmentDateAfter: Instant.optional().meta({
      description: 'Only sessions with an appointment at or after this time.',
    }),
    appointmentDateBefore: Instant.optional().meta({
      description: 'Only sessions with an appointment before this time.',
    }),
  },
  ['createdDate', 'appointmentDate'],
)
export const ExamSessionPage = pageOf(ExamSession, 'ExamSessionOfLearnerPage')
