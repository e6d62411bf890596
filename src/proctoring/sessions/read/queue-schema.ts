// Schemas of the queue: the sessions of all exams of an install.

import * as z from 'zod'
import { sessionStatuses } from '../../../../db/schema/session.ts'
import { Flag, listQuery, repeatable } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant, NullableInstant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { NullableText, Text } from '../../../shared/values/text.ts'
import { sessionDescriptions } from '../../descriptions/session.ts'
import { userDescriptions } from '../../descriptions/user.ts'
import { SessionItem } from './record.ts'

export const QueueItem = SessionItem.extend({
  examSid: Sid('EX'),
  courseSid: Sid('CU'),
  enrollmentSid: Sid('EN'),
  userSid: Sid('US'),
  ...described({ firstName: z.string(), lastName: z.string() }, userDescriptions),
  ...described(
    { proctorTypeSid: NullableText, auditStatus: NullableText, reviewByDate: NullableInstant },
    sessionDescriptions,
  ),
  ...described(
    { examTitle: z.string(), courseTitle: z.string() },
    {
      examTitle: {
        description: 'How the exam is called where learners and proctors see it.',
        example: 'Midterm',
      },
      courseTitle: { description: 'How the course of the exam is called.', example: 'Linear Algebra' },
    },
  ),
}).meta({ id: 'ExamSessionOfInstall' })

export const QueueQuery = listQuery(
  described(
    {
      status: repeatable(sessionStatuses).optional(),
      examSid: Sid('EX').optional(),
      courseSid: Sid('CU').optional(),
      userSid: Sid('US').optional(),
      proctorTypeSid: Sid('TS').optional(),
      appointmentDateAfter: Instant.optional(),
      appointmentDateBefore: Instant.optional(),
      running: Flag.optional(),
      reviewOverdue: Flag.optional(),
      search: Text(100).optional(),
    },
    {
      status: { description: 'Only sessions with one of these statuses; repeated, or separated by commas.' },
      appointmentDateAfter: { description: 'Only sessions with an appointment at or after this time.' },
      appointmentDateBefore: { description: 'Only sessions with an appointment before this time.' },
      running: { description: '`true`: only sessions that are being taken; `false`: only the others.' },
      reviewOverdue: {
        description:
          '`true`: only sessions in `Processing` whose `reviewByDate` is over; `false`: only the others.',
      },
      search: {
        description:
          "Only sessions with this text in the learner's first or last name, e-mail or username, or in the title of the exam or the course.",
        example: 'lovelace',
      },
    },
  ),
  ['appointmentDate', 'createdDate', 'lastName'],
)

export type QueueQuery = z.output<typeof QueueQuery>
