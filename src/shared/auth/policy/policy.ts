// The policy document: the permissions of an API credential or a scoped token.

import * as z from 'zod'
import { Text } from '../../values/text.ts'
import { maxPatternLength, patternError, type Separator } from './pattern.ts'

/** The maximum number of statements in a policy, and of resources in a statement. */
const maxStatements = 10
const maxResources = 10

/**
 * The maximum number of actions in a statement. Stored policies are expanded, so it exceeds the size of the catalogue.
 */
const maxActions = 256

function pattern(separator: Separator, label: string) {
  return z
    .string()
    .superRefine((text, context) => {
      const error = patternError(text, separator)
      if (error) context.addIssue({ code: 'custom', message: `${label} ${error}` })
    })
    .meta({ minLength: 1, maxLength: maxPatternLength })
}

/** Allows each of its actions on each of its resources. Everything else is refused, so there is no effect Deny. */
export const PolicyStatement = z
  .strictObject({
    sid: Text(128)
      .optional()
      .meta({ description: 'A display name without further effect.', example: 'read-exams' }),
    effect: z.literal('Allow').meta({ description: 'Statements only allow; there is no Deny.' }),
    actions: z
      .array(pattern(':', 'An action'))
      .min(1)
      .max(maxActions)
      .meta({
        description:
          'The allowed actions. `sp:*` or `*` allows all; `*` cannot be a part of a name, as in `sp:Read*`.',
        example: ['sp:ReadSession', 'sp:ListUsers'],
      }),
    resources: z
      .array(pattern('/', 'A resource'))
      .min(1)
      .max(maxResources)
      .meta({
        description:
          'The paths on which they are allowed, without `/v1/`. `*` stands for whole segments: for any one or more of them.',
        example: ['installs/AI0198c2f0a1b27c3d8e4f5a6b7c8d9e0f/exams/*'],
      }),
  })
  .meta({ id: 'PolicyStatement' })
export type PolicyStatement = z.infer<typeof PolicyStatement>

/** A policy without statements is valid and grants nothing. */
export const Policy = z
  .strictObject({
    version: z.literal('1').meta({ description: 'The version of the policy language.' }),
    statements: z
      .array(PolicyStatement)
      .max(maxStatements)
      .meta({ description: 'What is allowed; an empty list allows nothing.' }),
  })
  .meta({ id: 'Policy' })
export type Policy = z.infer<typeof Policy>
