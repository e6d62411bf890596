import type { OperatorRole } from '../../../db/schema/operator.ts'
import { requireWithin } from '../../shared/policy/ceiling.ts'
import { Problem } from '../../shared/problem.ts'
import type { PlatformCaller } from '../gate.ts'
import { policyOf } from './roles.ts'

/**
 * Holds that the caller may give, or change, an operator of the role. Operators run the account, so a credential needs the
 * role `admin`, whatever its policy is.
 * @throws Problem `permission_ceiling_violation`
 */
export function requireOperatorWithin(caller: PlatformCaller, role: OperatorRole): void {
  if (caller.kind === 'credential' && caller.role !== 'admin')
    throw new Problem(
      'permission_ceiling_violation',
      `A credential of role ${caller.role} cannot make or change an operator.`,
    )
  requireWithin(caller.policies, policyOf(role))
}
