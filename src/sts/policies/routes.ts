import * as z from 'zod'
import { catalogue } from '../../shared/auth/policy/actions.ts'
import { maxListedViolations, requireKnownActions } from '../../shared/auth/policy/ceiling.ts'
import { violations } from '../../shared/auth/policy/decide.ts'
import { Policy } from '../../shared/auth/policy/policy.ts'
import { route } from '../env.ts'
import { InstallParams, tag } from '../paths.ts'

const Simulation = z
  .object({
    granted: z.boolean(),
    violations: z.array(z.object({ statement: z.int(), action: z.string(), resource: z.string() })).meta({
      description: `The parts that exceed the policy of the caller: at most ${maxListedViolations}, in the order of the statements.`,
    }),
  })
  .meta({ id: 'PolicySimulation' })

export const simulatePolicy = route({
  method: 'post',
  path: '/v1/installs/{installSid}/sts/simulate',
  tag,
  action: 'sp:SimulateStsPolicy',
  callers: ['credential'],
  summary: 'Simulate a token policy',
  description: 'Applies the rules of issuing a token without issuing one.',
  params: InstallParams,
  body: z.strictObject({ policy: Policy }).meta({ id: 'PolicyToSimulate' }),
  returns: Simulation,
  handle: ({ caller, body: { policy } }) => {
    requireKnownActions(policy)
    const found = violations(policy, caller.policies, catalogue)
    return { granted: found.length === 0, violations: found.slice(0, maxListedViolations) }
  },
})
