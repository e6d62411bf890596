import * as z from 'zod'
import { catalogue } from '../../shared/auth/policy/actions.ts'
import { maxListedViolations, requireKnownActions } from '../../shared/auth/policy/ceiling.ts'
import { violations } from '../../shared/auth/policy/decide.ts'
import { Policy } from '../../shared/auth/policy/policy.ts'
import { tokenDescriptions } from '../descriptions.ts'
import { route } from '../env.ts'
import { InstallParams, tag } from '../paths.ts'

const Simulation = z
  .object({
    granted: z.boolean().meta({
      description:
        'Whether the policy lies inside that of the caller. If so, the caller could issue a token with it, if it is a credential.',
    }),
    violations: z
      .array(
        z.object({
          statement: z.int().meta({ description: 'The index of the statement, starting at 0.', example: 0 }),
          action: z
            .string()
            .meta({ description: 'The action that is not allowed.', example: 'sp:ReadSession' }),
          resource: z.string().meta({
            description: 'The resource on which the action is not allowed.',
            example: 'installs/AI0199d0b8a4c27d3e9f1a2b3c4d5e6f70/*',
          }),
        }),
      )
      .meta({
        description: `The parts that exceed the policy of the caller: at most ${maxListedViolations}, in the order of the statements.`,
      }),
  })
  .meta({ id: 'PolicySimulation' })

export const simulatePolicy = route({
  method: 'post',
  path: '/v1/installs/{installSid}/sts/simulate',
  repeatable: true,
  tag,
  action: 'sp:SimulateStsPolicy',
  learners: 'impersonal',
  callers: ['credential', 'session'],
  summary: 'Simulate a token policy',
  description: 'Applies the rules of issuing a token without issuing one.',
  params: InstallParams,
  body: z.strictObject({ policy: Policy.meta(tokenDescriptions.policy) }).meta({ id: 'PolicyToSimulate' }),
  returns: Simulation,
  handle: ({ caller, body: { policy } }) => {
    requireKnownActions(policy)
    const found = violations(policy, caller.policies, catalogue)
    return { granted: found.length === 0, violations: found.slice(0, maxListedViolations) }
  },
})
