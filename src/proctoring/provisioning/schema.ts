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

/** The strongest result comes first. */
export const results = ['Created', 'Updated', 'Found Existing'] as const

const Entity = <P extends Prefix>(prefix: P) =>
  z.object({
    sid: Sid(prefix),
    result: z.enum(results).meta({
      description:
        '`Created`: a new record. `Updated`: an existing record was changed. `Found Existing`: an existing record has these values already.',
    }),
  })

/** Why an item is refused: the problem that the operation for a single item responds with. */
const Refusal = z
  .object({
    type: z.string().meta({
      description: 'The URL of the page that explains the code, relative to the origin.',
      example: '/docs/errors#username_taken',
    }),
    title: z.string().meta({
      description: 'A short text that every problem of the code has.',
      example: 'Username already taken',
    }),
    status: z.int().meta({ description: 'The status of the response to a single item.', example: 409 }),
    detail: z.string().meta({
      description: 'What is wrong with the item.',
      example: 'Another user of this install has this username.',
    }),
    code: z.string().meta({
      description: 'The stable identifier of the problem, for programs.',
      example: 'username_taken',
    }),
    errors: z.array(FieldErrorBody).meta({
      description: `The errors of the members, by their paths in the item; at most ${maxErrorsOfItem}.`,
    }),
  })
  .meta({ id: 'ProvisionRefusal' })

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
              description: 'What was done with the course; null if the item was refused.',
            }),
            result: z.enum([...results, 'Refused']).meta({
              description:
                '`Refused`: nothing of the item was applied. Otherwise the first of `Created`, `Updated` and `Found Existing` that a record of the item has.',
            }),
            problem: Refusal.nullable().meta({
              description: 'Why the item was refused; null if it was not.',
            }),
            error: FieldErrorBody.nullable().meta({
              description: 'The first error of a refused item, in short; null if it was applied.',
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
