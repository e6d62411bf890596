import type { Role, StoredPolicy } from '../../../../db/schema/credential.ts'
import { Problem } from '../../problems/problem.ts'
import { requireKnownActions, requireWithin, storedForm } from '../policy/ceiling.ts'
import type { Policy } from '../policy/policy.ts'
import { isWithinRole } from '../roles.ts'

/** What a grantor may grant at most. */
export type Ceiling = { policies: readonly StoredPolicy[]; role: Role }

/**
 * Holds that a credential about to be created lies within its grantor's rights, and gives out the policy as it is stored.
 * @throws Problem `invalid_request` for unknown actions, `permission_ceiling_violation`
 */
export function grantable(ceiling: Ceiling, { policy, role }: { policy: Policy; role: Role }): Policy {
  requireKnownActions(policy)
  requireWithin(ceiling.policies, policy)
  if (!isWithinRole(ceiling.role, role))
    throw new Problem(
      'permission_ceiling_violation',
      `A credential of role ${ceiling.role} cannot make one of role ${role}.`,
    )
  return storedForm(ceiling.policies, policy)
}
