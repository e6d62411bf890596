import { invalid } from '../../problems/field-errors.ts'
import { Problem } from '../../problems/problem.ts'
import { catalogue } from './actions.ts'
import { expandActions, unknownActions, violations } from './decide.ts'
import type { Policy } from './policy.ts'

/** The maximum number of violations in a response. A policy can have thousands. */
export const maxListedViolations = 100

/**
 * Checks that a policy of a client contains only actions of the catalogue.
 * @throws Problem `invalid_request` with the path of each unknown action in the member `policy`
 */
export function requireKnownActions(policy: Policy): void {
  const unknown = unknownActions(policy, catalogue)
  if (unknown.length === 0) return
  throw invalid(
    ...unknown.map(([statement, action]) => ({
      path: `policy.statements.${statement}.actions.${action}`,
      code: 'unknown_action',
      message: 'Matches no action of the catalogue.',
    })),
  )
}

/**
 * Checks that a policy to grant is contained in each policy of its grantor.
 * @throws Problem `permission_ceiling_violation` with the statements, actions and resources that exceed them
 */
export function requireWithin(ceilings: readonly Policy[], policy: Policy): void {
  const excess = violations(policy, ceilings, catalogue)
  const [first] = excess
  if (!first) return
  const others = excess.length > 1 ? `, and ${excess.length - 1} more in violations` : ''
  throw new Problem(
    'permission_ceiling_violation',
    `The policy of the grantor does not allow ${first.action} on ${first.resource}${others}.`,
    { members: { violations: excess.slice(0, maxListedViolations) } },
  )
}

/**
 * Returns the form in which a granted policy is stored. Its actions are expanded, so that it does not grant actions
 * that are added later. Patterns remain if every policy of the grantor covers them too, because these policies would
 * grant the same later actions.
 */
export function storedForm(ceilings: readonly Policy[], policy: Policy): Policy {
  const patterns = policy.statements.flatMap(({ actions }) => actions)
  return violations(policy, ceilings, patterns).length === 0 ? policy : expandActions(policy, catalogue)
}
