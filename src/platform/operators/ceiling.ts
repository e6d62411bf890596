import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../db/client.ts'
import { guard } from '../../../db/guard.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import type { OperatorRole } from '../../../db/schema/operator.ts'
import { application } from '../../../db/schema/tenancy.ts'
import { lockOperator } from '../../shared/auth/operator-lock.ts'
import { requireWithin } from '../../shared/auth/policy/ceiling.ts'
import { policyOf } from '../../shared/auth/policy/operator-roles.ts'
import { Problem } from '../../shared/problems/problem.ts'
import type { PlatformCaller } from '../principal/authenticator.ts'

/**
 * For a batch that grants rights to an operator. Requires that a calling operator still has its role, and that a calling
 * credential has at least the rights of an operator. The rights of an operator do not expire and cover every application
 * of the account, so the credential must have no expiry and its application must be the only one.
 */
export function requireOperatorScope(db: Database, caller: PlatformCaller): Statement[] {
  if (caller.kind === 'session') {
    const { operatorRole } = caller.person
    return operatorRole === null ? [] : [lockOperator(db, caller.session.sid, operatorRole)]
  }
  if (caller.kind !== 'credential') return []
  const { credentialSid, accountSid, applicationSid } = caller
  const isPermanent = and(
    eq(apiCredential.sid, credentialSid),
    isNull(apiCredential.expiresAt),
    isNull(apiCredential.revokedAt),
  )
  const isOther = and(eq(application.accountSid, accountSid), ne(application.sid, applicationSid))
  return [
    guard(
      db,
      sql`exists (select from ${apiCredential} where ${isPermanent} for share)
        and not exists (select from ${application} where ${isOther})`,
      'permission_ceiling_violation',
    ),
  ]
}

/**
 * Requires that the caller may create or change an operator of the role. A credential needs the role `admin` in
 * addition to its policy, because operators manage the account.
 * @throws Problem `permission_ceiling_violation`
 */
export function requireOperatorWithin(caller: PlatformCaller, role: OperatorRole): void {
  if (caller.kind === 'credential' && caller.role !== 'admin')
    throw new Problem(
      'permission_ceiling_violation',
      `A credential with the role ${caller.role} cannot create or change an operator.`,
    )
  requireWithin(caller.policies, policyOf(role))
}
