import * as z from 'zod'
import { examStatuses, examTypes } from '../../../../db/schema/exam.ts'
import { Flag, listQuery, pageOf, repeatable } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { NullableSid, Sid } from '../../../shared/values/sid.ts'
import { Name, NullableText, Text } from '../../../shared/values/text.ts'
import { foreignIdFilter, foreignIdInput, foreignIdOutput } from '../../foreign-ids.ts'
import { Configuration, PrimaryConfiguration } from '../configurations/schema.ts'

const descriptions = {
  title: { description: 'The title of the exam that learners read.', example: 'Midterm' },
  type: { description: 'Whether the exam is taken online or on paper.' },
  limitedScope: { description: 'Whether only the learners to whom the exam is assigned take it.' },
  requireApproval: { description: 'Whether appointments wait for approval.' },
  cancellationPolicySid: {
    description: 'The cancellation policy of the exam; null for that of the install.',
  },
  status: {
    description:
      '`draft`: not ready, so learners get no sessions, and those they have wait. `deleted`: kept only because reports refer to it.',
  },
  force: {
    description:
      'Whether an exam with future appointments may become a draft: their sessions need a proctor again. False by default.',
  },
  proctorGroupSid: {
    description:
      'Sid of the group that proctors appointments whose request names none; null if there is none.',
  },
  reviewProcessSid: {
    description:
      'Sid of the process by which attempts are reviewed; null if a review is due 48 hours after the end and one person completes it.',
  },
  reviewCompleteNotificationUrl: {
    description:
      'The address that is called once when the review of an attempt is complete; https, at a public address. Null if there is none.',
    example: 'https://lms.example.com/reviews',
  },
  configuration: { description: 'The primary configuration, which applies to every learner.' },
}

const proctoring = {
  proctorGroupSid: NullableSid('PG'),
  reviewProcessSid: NullableSid('RP'),
  reviewCompleteNotificationUrl: Text(2048).nullable(),
}

export const ExamCreate = z
  .strictObject(
    described(
      {
        title: Name(200),
        type: z.enum(examTypes).optional().meta({
          description: 'Whether the exam is taken online or on paper; `Online` by default.',
        }),
        limitedScope: z.boolean().optional().meta({
          description: 'Whether only the learners to whom the exam is assigned take it; false by default.',
        }),
        requireApproval: z.boolean().optional().meta({
          description: 'Whether appointments wait for approval; false by default.',
        }),
        status: z.enum(['active', 'draft']).optional().meta({
          description: '`draft`: not ready, so learners get no sessions; `active` by default.',
        }),
        cancellationPolicySid: NullableSid('CP').optional(),
        ...z.object(proctoring).partial().shape,
        ...foreignIdInput,
        configuration: PrimaryConfiguration.optional(),
      },
      descriptions,
    ),
  )
  .meta({ id: 'ExamCreate' })

/** Changes only the members that are sent; `null` clears a member. */
export const ExamUpdate = ExamCreate.omit({ configuration: true })
  .extend(
    described(
      {
        type: z.enum(examTypes),
        limitedScope: z.boolean(),
        requireApproval: z.boolean(),
        status: z.enum(examStatuses),
        force: z.boolean(),
      },
      descriptions,
    ),
  )
  .partial()
  .meta({ id: 'ExamUpdate' })

const ExamItem = z
  .object(
    described(
      {
        sid: Sid('EX'),
        installSid: Sid('AI'),
        courseSid: Sid('CU'),
        title: z.string(),
        type: z.enum(examTypes),
        limitedScope: z.boolean(),
        requireApproval: z.boolean(),
        cancellationPolicySid: NullableSid('CP'),
        status: z.enum(examStatuses),
        ...proctoring,
        reviewCompleteNotificationUrl: NullableText,
        examConfigurationSid: NullableSid('EC').meta({ description: 'The primary configuration.' }),
        ...foreignIdOutput,
        createdDate: Instant,
        editDate: Instant,
      },
      descriptions,
    ),
  )
  .meta({ id: 'ExamItem' })

export const Exam = ExamItem.extend(
  described({ configuration: Configuration.nullable() }, descriptions),
).meta({ id: 'Exam' })

export const ExamQuery = listQuery(
  {
    title: Text(200).optional().meta({ description: 'A part of the title, in any case.', example: 'mid' }),
    type: z.enum(examTypes).optional().meta(descriptions.type),
    limitedScope: Flag.optional().meta(descriptions.limitedScope),
    status: repeatable(examStatuses)
      .default(['active', 'draft'])
      .meta({ description: 'Only exams with one of these statuses; `active` and `draft` by default.' }),
    ...foreignIdFilter,
  },
  ['createdDate', 'title'],
)
export const ExamPage = pageOf(ExamItem, 'ExamPage')
