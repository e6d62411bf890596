// The responses of provisioning.

import * as z from 'zod'
import type { Prefix } from '../../../db/sid.ts'
import { FieldErrorBody } from '../../shared/problems/field-error-body.ts'
import { described } from '../../shared/values/described.ts'
import { NullableSid, Sid } from '../../shared/values/sid.ts'
import { maxErrorsOfItem } from './schema.ts'

/** The outcome for one record. */
const outcomes = {
  course: { description: 'What was done with the course.' },
  user: { description: 'What was done with the user; null without a user.' },
  enrollment: { description: 'What was done with the enrollment; null without one.' },
  exam: { description: 'What was done with the exam; null without an exam.' },
  accommodation: { description: 'What was done with the accommodation; null without one.' },
}

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

/** The outcome for a record of a person, who may be suppressed. */
const PersonalEntity = <P extends Prefix>(prefix: P) =>
  z.object({
    sid: NullableSid(prefix).meta({
      description: 'The sid of the record; null if the person is suppressed.',
    }),
    result: z.enum([...results, 'Suppressed']).meta({
      description:
        '`Created`: a new record. `Updated`: an existing record was changed. `Found Existing`: an existing record has these values already. `Suppressed`: the person was erased, so there is no record.',
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
    user: PersonalEntity('US').nullable(),
    enrollment: PersonalEntity('EN').nullable(),
    exam: Entity('EX').nullable(),
    accommodation: PersonalEntity('EC').nullable(),
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
            result: z.enum(['Suppressed', ...results, 'Refused']).meta({
              description:
                '`Refused`: nothing of the item was applied. `Suppressed`: the person was erased, so only the course and the exam were applied. Otherwise the first of `Created`, `Updated` and `Found Existing` that a record of the item has.',
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
