import { invalid } from '../faults.ts'
import { Problem } from '../problem.ts'
import { catalogue } from './catalogue.ts'
import { unknownActions, violations } from './decide.ts'
import type { Policy } from './policy.ts'

/** A policy can go too far in thousands of ways; nobody reads more than this. */
const listedViolations = 100

/**
 * Holds that a policy about to be granted names only actions that there are, and nothing beyond its grantors.
 * @throws Problem `invalid_request` with the path of each unknown action, `permission_ceiling_violation` with each
 *   statement, action and resource that goes too far
 */
export function requireWithin(ceilings: readonly Policy[], policy: Policy): void {
  const unknown = unknownActions(policy, catalogue)
  if (unknown.length > 0)
    throw invalid(
      ...unknown.map(([statement, action]) => ({
        path: `policy.statements.${statement}.actions.${action}`,
        code: 'unknown_action',
        message: 'Names no action of the catalogue.',
      })),
    )
  const beyond = violations(policy, ceilings, catalogue)
  if (beyond.length > 0)
    throw new Problem('permission_ceiling_violation', "The policy asks for more than its grantor's allows.", {
      members: { violations: beyond.slice(0, listedViolations) },
    })
}
