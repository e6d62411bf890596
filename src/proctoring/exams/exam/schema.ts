import * as z from 'zod'
import { examStatuses, examTypes } from '../../../../db/schema/exam.ts'
import { Flag, listQuery, pageOf, repeatable } from '../../../shared/http/page.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { NullableSid, Sid } from '../../../shared/values/sid.ts'
import { Text } from '../../../shared/values/text.ts'
import { foreignIdFilter, foreignIdInput, foreignIdOutput } from '../../foreign-ids.ts'
import { Configuration, PrimaryConfiguration } from '../configurations/schema.ts'

export const ExamCreate = z
  .strictObject({
    title: Text(200),
    type: z.enum(examTypes).optional().meta({ description: 'Online by default.' }),
    limitedScope: z.boolean().optional().meta({
      description: 'Whether only learners take it to whom it is assigned; false by default.',
    }),
    requireApproval: z.boolean().optional().meta({
      description: 'Whether appointments wait for approval; false by default.',
    }),
    status: z.enum(['active', 'draft']).optional().meta({ description: 'active by default.' }),
    ...foreignIdInput,
    configuration: PrimaryConfiguration.optional(),
  })
  .meta({ id: 'ExamCreate' })

/** Changes only the members that are sent; `null` clears a member. */
export const ExamUpdate = ExamCreate.omit({ configuration: true })
  .extend({ status: z.enum(examStatuses) })
  .partial()
  .meta({ id: 'ExamUpdate' })

const ExamItem = z
  .object({
    sid: Sid('EX'),
    installSid: Sid('AI'),
    courseSid: Sid('CU'),
    title: z.string(),
    type: z.enum(examTypes),
    limitedScope: z.boolean(),
    requireApproval: z.boolean(),
    status: z.enum(examStatuses),
    examConfigurationSid: NullableSid('EC').meta({ description: 'The primary configuration.' }),
    ...foreignIdOutput,
    createdDate: Instant,
    editDate: Instant,
  })
  .meta({ id: 'ExamItem' })

export const Exam = ExamItem.extend({ configuration: Configuration.nullable() }).meta({ id: 'Exam' })

export const ExamQuery = listQuery(
  {
    title: Text(200).optional(),
    type: z.enum(examTypes).optional(),
    limitedScope: Flag.optional(),
    status: repeatable(examStatuses)
      .default(['active', 'draft'])
      .meta({ description: 'active and draft by default.' }),
    ...foreignIdFilter,
  },
  ['createdDate', 'title'],
)
export const ExamPage = pageOf(ExamItem, 'ExamPage')
