import * as z from 'zod'
import { enrollmentRoles } from '../../../db/schema/catalog.ts'
import type { Prefix } from '../../../db/sid.ts'
import { Sid } from '../../shared/values/sid.ts'
import { Text } from '../../shared/values/text.ts'
import { CourseCreate } from '../catalog/courses/schema.ts'
import { ExamCreate } from '../exams/exam/schema.ts'
import { UserMembers } from '../people/users/schema.ts'

const Id = Text(255)

/**
 * The ids that identify a record. Any one of them is sufficient; ids that the record does not have yet are added to
 * it.
 */
const Ids = <P extends Prefix>(prefix: P) =>
  z
    .strictObject({
      sid: Sid(prefix).optional(),
      lms: Id.optional(),
      api: Id.optional(),
      external: Id.optional(),
    })
    .refine(ids => Object.keys(ids).length > 0, 'Expected at least one id.')

const foreignIds = { lmsId: true, apiId: true, externalId: true } as const

const ProvisionCourse = CourseCreate.omit(foreignIds)
  .partial()
  .extend({ ids: Ids('CU') })
  .superRefine(requireUnlessExisting('title'))
  .meta({ id: 'ProvisionCourse' })

const ProvisionUser = UserMembers.omit({ ...foreignIds, exernalId: true, password: true })
  .extend({ ids: Ids('US'), enabled: z.boolean().optional() })
  .superRefine(requireUnlessExisting('firstName', 'lastName', 'email'))
  .meta({ id: 'ProvisionUser' })

const ProvisionExam = ExamCreate.omit(foreignIds)
  .partial()
  .extend({
    ids: Ids('EX'),
    configuration: ExamCreate.shape.configuration.meta({
      description: 'The primary configuration of a new exam; that of an existing exam does not change.',
    }),
  })
  .superRefine(requireUnlessExisting('title'))
  .meta({ id: 'ProvisionExam' })

export const Provision = z
  .strictObject({
    course: ProvisionCourse,
    user: ProvisionUser.optional(),
    enrollment: z
      .strictObject({ role: z.enum(enrollmentRoles).optional() })
      .optional()
      .meta({ description: 'Enrolls the user in the course, as a learner by default.' }),
    exam: ProvisionExam.optional(),
  })
  .refine(({ enrollment, user }) => !enrollment || user, {
    path: ['user'],
    message: 'Required with enrollment.',
  })
  .meta({ id: 'Provision' })
export type Provision = z.output<typeof Provision>

export const ProvisionBatch = z
  .strictObject({ items: z.array(Provision).min(1).max(500) })
  .meta({ id: 'ProvisionBatch' })

const Entity = <P extends Prefix>(prefix: P) =>
  z.object({ sid: Sid(prefix), result: z.enum(['Created', 'Found Existing', 'Updated']) })

const entities = {
  course: Entity('CU'),
  user: Entity('US').nullable(),
  enrollment: Entity('EN').nullable(),
  exam: Entity('EX').nullable(),
}

export const Provisioned = z.object(entities).meta({ id: 'Provisioned' })

export const ProvisionedBatch = z
  .object({
    results: z
      .array(
        z
          .object({
            ...entities,
            course: entities.course.nullable(),
            error: z
              .object({ path: z.string(), code: z.string(), message: z.string() })
              .nullable()
              .meta({ description: 'Why the item was not applied.' }),
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
