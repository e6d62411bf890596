import * as z from 'zod'
import { enrollmentRoles } from '../../../db/schema/catalog.ts'
import type { Prefix } from '../../../db/sid.ts'
import { FieldErrorBody } from '../../shared/problems/field-error-body.ts'
import { described } from '../../shared/values/described.ts'
import { Sid } from '../../shared/values/sid.ts'
import { Text } from '../../shared/values/text.ts'
import { CourseCreate } from '../catalog/courses/schema.ts'
import { ExamCreate } from '../exams/exam/schema.ts'
import { UserMembers } from '../people/users/schema.ts'

const Id = Text(255)

const ids = {
  sid: { description: 'The sid, if the record exists.' },
  lms: { description: 'The id in the LMS (`lmsId`).', example: '4f1c0d' },
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
}

/** The outcome for one record. */
const outcomes = {
  course: { description: 'What was done with the course.' },
  user: { description: 'What was done with the user; null without a user.' },
  enrollment: { description: 'What was done with the enrollment; null without one.' },
  exam: { description: 'What was done with the exam; null without an exam.' },
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
          api: Id.optional(),
          external: Id.optional(),
        },
        ids,
      ),
    )
    .refine(ids => Object.keys(ids).length > 0, 'Expected at least one id.')

const foreignIds = { lmsId: true, apiId: true, externalId: true } as const

const ProvisionCourse = CourseCreate.omit(foreignIds)
  .partial()
  .extend({ ids: Ids('CU').meta(about.ids) })
  .superRefine(requireUnlessExisting('title'))
  .meta({ id: 'ProvisionCourse' })

const ProvisionUser = UserMembers.omit({ ...foreignIds, exernalId: true, password: true })
  .extend({
    ids: Ids('US').meta(about.ids),
    enabled: z.boolean().optional().meta({ description: 'Whether the user may sign in; false by default.' }),
  })
  .superRefine(requireUnlessExisting('firstName', 'lastName', 'email'))
  .meta({ id: 'ProvisionUser' })

const ProvisionExam = ExamCreate.omit(foreignIds)
  .partial()
  .extend({
    ids: Ids('EX').meta(about.ids),
    configuration: ExamCreate.shape.configuration.meta({
      description: 'The primary configuration of a new exam; that of an existing exam does not change.',
    }),
  })
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
      },
      about,
    ),
  )
  .refine(({ enrollment, user }) => !enrollment || user, {
    path: ['user'],
    message: 'Required with enrollment.',
  })
  .meta({ id: 'Provision' })
export type Provision = z.output<typeof Provision>

export const ProvisionBatch = z
  .strictObject({
    items: z
      .array(Provision)
      .min(1)
      .max(500)
      .meta({ description: 'The items, which are applied in order; 1 to 500.' }),
  })
  .meta({ id: 'ProvisionBatch' })

const Entity = <P extends Prefix>(prefix: P) =>
  z.object({
    sid: Sid(prefix),
    result: z.enum(['Created', 'Found Existing', 'Updated']).meta({
      description:
        '`Created`: a new record. `Updated`: an existing record was changed. `Found Existing`: an existing record has these values already.',
    }),
  })

const entities = described(
  {
    course: Entity('CU'),
    user: Entity('US').nullable(),
    enrollment: Entity('EN').nullable(),
    exam: Entity('EX').nullable(),
  },
  outcomes,
)

export const Provisioned = z.object(entities).meta({ id: 'Provisioned' })

export const ProvisionedBatch = z
  .object({
    results: z
      .array(
        z
          .object({
            ...entities,
            course: entities.course.nullable().meta({
              description: 'What was done with the course; null if the item was not applied.',
            }),
            error: FieldErrorBody.nullable().meta({
              description: 'Why the item was not applied; null if it was.',
            }),
          })
          .meta({ id: 'ProvisionBatchResult' }),
      )
      .meta({ description: 'One per item, in the order of the items.' }),
  })
  .meta({ id: 'ProvisionedBatch' })

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
