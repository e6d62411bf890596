import { invalid } from '../../problems/field-errors.ts'
import { Problem } from '../../problems/problem.ts'
import { catalogue } from './actions.ts'
import { expandActions, unknownActions, violations } from './decide.ts'
import type { Policy } from './policy.ts'

/** A policy can go too far in thousands of ways; nobody reads more than this. */
export const listedViolations = 100

/**
 * Holds that a policy that a client sent names only actions that there are.
 * @throws Problem `invalid_request` with the path of each unknown action in the member `policy`
 */
export function requireKnownActions(policy: Policy): void {
  const unknown = unknownActions(policy, catalogue)
  if (unknown.length === 0) return
  throw invalid(
    ...unknown.map(([statement, action]) => ({
      path: `policy.statements.${statement}.actions.${action}`,
      code: 'unknown_action',
      message: 'Names no action of the catalogue.',
    })),
  )
}

/**
 * Holds that a policy about to be granted lies inside each of its grantor's.
 * @throws Problem `permission_ceiling_violation` with each statement, action and resource that goes too far
 */
export function requireWithin(ceilings: readonly Policy[], policy: Policy): void {
  const beyond = violations(policy, ceilings, catalogue)
  if (beyond.length === 0) return
  throw new Problem('permission_ceiling_violation', "The policy asks for more than its grantor's allows.", {
    members: { violations: beyond.slice(0, listedViolations) },
  })
}

/**
 * The form in which a granted policy is stored. Its actions are expanded, so that one added to the catalogue later is
 * not granted by a policy of today; a pattern stays where each grantor holds the pattern too and would gain the same.
 */
export function storedForm(ceilings: readonly Policy[], policy: Policy): Policy {
  const patterns = policy.statements.flatMap(({ actions }) => actions)
  return violations(policy, ceilings, patterns).length === 0 ? policy : expandActions(policy, catalogue)
}
