import type { Role, StoredPolicy } from '../../../../db/schema/credential.ts'
import { Problem } from '../../problems/problem.ts'
import { requireKnownActions, requireWithin, storedForm } from '../policy/ceiling.ts'
import type { Policy } from '../policy/policy.ts'
import { isWithinRole } from '../roles.ts'

/** The maximum that a grantor may grant. */
export type Ceiling = { policies: readonly StoredPolicy[]; role: Role }

/**
 * Checks that a new credential does not exceed the rights of its grantor. Returns the policy in its stored form.
 * @throws Problem `invalid_request` for unknown actions, `permission_ceiling_violation`
 */
export function grantable(ceiling: Ceiling, { policy, role }: { policy: Policy; role: Role }): Policy {
  requireKnownActions(policy)
  requireWithin(ceiling.policies, policy)
  if (!isWithinRole(ceiling.role, role))
    throw new Problem(
      'permission_ceiling_violation',
      `A credential of role ${ceiling.role} cannot create one of role ${role}.`,
    )
  return storedForm(ceiling.policies, policy)
}
