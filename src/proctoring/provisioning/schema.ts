import * as z from 'zod'
import { enrollmentRoles } from '../../../db/schema/catalog.ts'
import type { Prefix } from '../../../db/sid.ts'
import { described } from '../../shared/values/described.ts'
import { Sid } from '../../shared/values/sid.ts'
import { optional, Text } from '../../shared/values/text.ts'
import { CourseCreate } from '../catalog/courses/schema.ts'
import { AccommodationSettings } from '../exams/accommodations/schema.ts'
import { ExamCreate } from '../exams/exam/schema.ts'
import { UserMembers } from '../people/users/schema.ts'

const Id = Text(255)

const ids = {
  sid: { description: 'The sid, if the record exists.' },
  lms: { description: 'The id in the LMS (`lmsId`).', example: '4f1c0d' },
  sis: { description: 'The id in the student information system (`sisId`).', example: 'S-10482' },
  api: { description: 'The id in the system that uses this API (`apiId`).', example: 'lms-10482' },
  external: { description: 'The id in any other system (`externalId`).', example: 'ext-10482' },
}

const about = {
  ids: {
    description: 'The ids that identify the record. One is sufficient; missing ids are added to the record.',
  },
  course: { description: 'The course; created if it does not exist.' },
  user: { description: 'The user; created if it does not exist.' },
  exam: { description: 'The exam of the course; created if it does not exist.' },
  accommodation: {
    description:
      'The accommodation of the user in the exam. A member that is not sent stays as it is; `null` clears a window.',
  },
}

/**
 * The ids that identify a record. One of them is sufficient. Provisioning adds those that the record does not have yet.
 */
const Ids = <P extends Prefix>(prefix: P) =>
  z
    .strictObject(
      described(
        {
          sid: Sid(prefix).optional(),
          lms: Id.optional(),
          sis: Id.optional(),
          api: Id.optional(),
          external: Id.optional(),
        },
        ids,
      ),
    )
    .refine(ids => Object.keys(ids).length > 0, 'Expected at least one id.')

const foreignIds = { lmsId: true, apiId: true, externalId: true } as const

/** The ids of a record, and what belongs to them. */
const identity = <P extends Prefix>(prefix: P) => ({
  ids: Ids(prefix).meta(about.ids),
  rekey: z.boolean().optional().meta({
    description:
      '`true`: the ids replace other ids that the record has. By default such an item is refused with `id_conflict`.',
  }),
  sisId: optional(Id).meta({
    description: 'The same as `ids.sis`; send only one of them. `null` clears the id.',
    example: 'S-10482',
  }),
})

/** Zod refinement: the id of the student information system has two names. */
const requireOneSisId = (
  { ids, sisId }: { ids: { sis?: string | undefined }; sisId?: string | null | undefined },
  context: z.core.$RefinementCtx,
) => {
  if (ids.sis !== undefined && sisId !== undefined)
    context.addIssue({ code: 'custom', path: ['sisId'], message: 'Send either ids.sis or sisId, not both.' })
}

const ProvisionCourse = CourseCreate.omit(foreignIds)
  .partial()
  .extend({ ...identity('CU') })
  .superRefine(requireOneSisId)
  .superRefine(requireUnlessExisting('title'))
  .meta({ id: 'ProvisionCourse' })

const ProvisionUser = UserMembers.omit({ ...foreignIds, exernalId: true, password: true })
  .extend({
    ...identity('US'),
    enabled: z.boolean().optional().meta({ description: 'Whether the user may sign in; false by default.' }),
  })
  .superRefine(requireOneSisId)
  .superRefine(requireUnlessExisting('firstName', 'lastName', 'email'))
  .meta({ id: 'ProvisionUser' })

/** The settings that refer to other records of the install. */
const references = {
  cancellationPolicySid: true,
  proctorGroupSid: true,
  reviewProcessSid: true,
  reviewCompleteNotificationUrl: true,
} as const

const ProvisionExam = ExamCreate.omit({ ...foreignIds, ...references })
  .partial()
  .extend({
    ...identity('EX'),
    configuration: ExamCreate.shape.configuration.meta({
      description: 'The primary configuration of a new exam; that of an existing exam does not change.',
    }),
  })
  .superRefine(requireOneSisId)
  .superRefine(requireUnlessExisting('title'))
  .meta({ id: 'ProvisionExam' })

export const Provision = z
  .strictObject(
    described(
      {
        course: ProvisionCourse,
        user: ProvisionUser.optional(),
        enrollment: z
          .strictObject({
            role: z.enum(enrollmentRoles).optional().meta({
              description:
                'What the user is in the course; by default `learner`, or unchanged if the user is enrolled.',
            }),
          })
          .optional()
          .meta({ description: 'Enrolls the user in the course.' }),
        exam: ProvisionExam.optional(),
        accommodation: AccommodationSettings.optional(),
      },
      about,
    ),
  )
  .refine(({ enrollment, user }) => !enrollment || user, {
    path: ['user'],
    message: 'Required with enrollment.',
  })
  .refine(({ accommodation, enrollment, exam }) => !accommodation || (enrollment && exam), {
    path: ['accommodation'],
    message: 'Send it with enrollment and exam.',
  })
  .meta({ id: 'Provision' })
export type Provision = z.output<typeof Provision>

const maxItems = 500

/** 500 malformed items can have a hundred thousand errors. */
export const maxErrorsOfItem = 10

/** The items are validated one by one (refusals.ts), so that a malformed one refuses no other. */
export const ProvisionBatch = z
  .strictObject({
    items: z
      .array(z.unknown())
      .min(1)
      .max(maxItems)
      .meta({
        ...{ type: 'array', items: { $ref: '#/$defs/Provision' }, minItems: 1, maxItems },
        description: `The items, which are applied in order; 1 to ${maxItems}.`,
      }),
  })
  .meta({ id: 'ProvisionBatch' })

/** Zod refinement: requires the members that a new record needs, unless `ids.sid` refers to an existing record. */
function requireUnlessExisting<N extends string>(...names: N[]) {
  return (
    record: { ids: { sid?: string | undefined } } & { [K in N]?: unknown },
    context: z.core.$RefinementCtx,
  ) => {
    if (record.ids.sid) return
    for (const name of names)
      if (record[name] === undefined)
        context.addIssue({ code: 'invalid_type', expected: 'string', path: [name], input: undefined })
  }
}
