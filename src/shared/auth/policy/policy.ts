// The policy document: the permissions of an API credential or a scoped token.

import * as z from 'zod'
import { Text } from '../../values/text.ts'
import { maxPatternLength, patternFault, type Separator } from './pattern.ts'

/** The maximum of statements in a policy, and of resources in a statement. */
const maxStatements = 10
const maxResources = 10

/** The maximum of actions in a statement. Stored policies are expanded, so it exceeds the size of the catalogue. */
const maxActions = 256

function pattern(separator: Separator, label: string) {
  return z
    .string()
    .superRefine((text, context) => {
      const fault = patternFault(text, separator)
      if (fault) context.addIssue({ code: 'custom', message: `${label} ${fault}` })
    })
    .meta({ minLength: 1, maxLength: maxPatternLength })
}

/** Allows each of its actions on each of its resources. There is no Deny: everything else is refused. */
export const PolicyStatement = z
  .strictObject({
    sid: Text(128).optional().meta({ description: 'A display name without further effect.' }),
    effect: z.literal('Allow'),
    actions: z
      .array(pattern(':', 'An action'))
      .min(1)
      .max(maxActions)
      .meta({ example: ['sp:ReadSession', 'sp:ListUsers'] }),
    resources: z
      .array(pattern('/', 'A resource'))
      .min(1)
      .max(maxResources)
      .meta({ example: ['installs/AI0198c2f0a1b27c3d8e4f5a6b7c8d9e0f/exams/*'] }),
  })
  .meta({ id: 'PolicyStatement' })
export type PolicyStatement = z.infer<typeof PolicyStatement>

/** A policy without statements is valid and grants nothing. */
export const Policy = z
  .strictObject({
    version: z.literal('1'),
    statements: z.array(PolicyStatement).max(maxStatements),
  })
  .meta({ id: 'Policy' })
export type Policy = z.infer<typeof Policy>
