import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../db/client.ts'
import { guard } from '../../../db/guard.ts'
import { apiCredential, type StoredPolicy } from '../../../db/schema/credential.ts'
import type { OperatorRole } from '../../../db/schema/operator.ts'
import { application } from '../../../db/schema/tenancy.ts'
import { requireWithin } from '../../shared/auth/policy/ceiling.ts'
import { Problem } from '../../shared/problems/problem.ts'
import { policyOf } from '../identity/roles.ts'
import type { PlatformCaller } from '../principal/authenticator.ts'

/** An owner owns the account, so what it may do is everything in it, also outside of area C. */
export const everything: StoredPolicy = {
  version: '1',
  statements: [{ effect: 'Allow', actions: ['sp:*'], resources: ['*'] }],
}

/** What somebody of the role may do, or can give themselves. */
const reachOf = (role: OperatorRole): StoredPolicy => (role === 'owner' ? everything : policyOf(role))

/**
 * Unsent, for the batch that gives an operator something. An operator lasts and reaches every application of the account:
 * a credential that expires, or whose account has another application, would give more than it holds.
 */
export function requireHeld(db: Database, caller: PlatformCaller): Statement[] {
  if (caller.kind !== 'credential') return []
  const { credentialSid, accountSid, applicationSid } = caller
  const lasts = and(
    eq(apiCredential.sid, credentialSid),
    isNull(apiCredential.expiresAt),
    isNull(apiCredential.revokedAt),
  )
  const isOther = and(eq(application.accountSid, accountSid), ne(application.sid, applicationSid))
  return [
    guard(
      db,
      sql`exists (select from ${apiCredential} where ${lasts} for share)
        and not exists (select from ${application} where ${isOther})`,
      'permission_ceiling_violation',
    ),
  ]
}

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
  if (caller.kind === 'session' && caller.person.operatorRole === 'owner') return
  requireWithin(caller.policies, reachOf(role))
}
