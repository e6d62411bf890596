import * as z from 'zod'
import { sessionStatuses } from '../../../../db/schema/session.ts'
import { Flag, listQuery, pageOf, repeatable } from '../../../shared/http/page.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { FreeText, optional, Text } from '../../../shared/values/text.ts'
import { SessionItem } from './record.ts'

export const ExamParams = z.strictObject({ installSid: Sid('AI'), examSid: Sid('EX') })
export const SessionParams = ExamParams.extend({ sessionSid: Sid('ES') })
export const EnrollmentExamParams = ExamParams.extend({ enrollmentSid: Sid('EN') })

export const SessionCreate = z.strictObject({ enrollmentSid: Sid('EN') }).meta({ id: 'ExamSessionCreate' })

export const Appointment = z
  .strictObject({
    appointmentDate: Instant.refine(at => at.getUTCFullYear() < 9000, 'Expected a year before 9000.'),
    instructorProctorSid: Sid('IP').optional().meta({
      description: 'The entry of `instructorAsProctor` whose seat is taken.',
    }),
  })
  .meta({ id: 'AppointmentRequest' })

export const cancelReasons = [
  'no-show',
  'changed-time',
  'technical-issue',
  'other-reason',
  'withdrawn',
  'removed-by-limited-scope',
] as const

export const Cancellation = z.strictObject({ reason: z.enum(cancelReasons) }).meta({ id: 'Cancellation' })

export const Denial = z.strictObject({ reason: Text(500) }).meta({ id: 'Denial' })

export const reviewOutcomes = ['passed', 'violation', 'suspicious'] as const

export const Review = z
  .strictObject({ outcome: z.enum(reviewOutcomes), notes: optional(FreeText(10_000)) })
  .meta({ id: 'Review' })

const status = repeatable(sessionStatuses).optional()

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
    appointmentDateAfter: Instant.optional().meta({ description: 'Inclusive.' }),
    appointmentDateBefore: Instant.optional().meta({ description: 'Exclusive.' }),
  },
  ['createdDate', 'appointmentDate'],
)
export const ExamSessionPage = pageOf(ExamSession, 'ExamSessionOfLearnerPage')
