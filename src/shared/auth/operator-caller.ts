// An operator as a caller of areas A and B.

import type { Role, StoredPolicy } from '../../../db/schema/credential.ts'
import type { OperatorRole } from '../../../db/schema/operator.ts'
import type { SidOf } from '../../../db/sid.ts'
import { Problem } from '../problems/problem.ts'
import { policyOf } from './policy/operator-roles.ts'
import type { OperatorSessionRow } from './session-lookup.ts'
import { unauthenticated } from './unauthenticated.ts'

/** The state of an operator at the time when the data of the request was read. */
export type OperatorCaller = {
  kind: 'session'
  operatorSid: SidOf<'OP'>
  operatorRole: OperatorRole
  sessionSid: SidOf<'SI'>
  accountSid: SidOf<'AC'>
  /** An operator has access to every install of the account. */
  installSid: null
  /** The rules by role do not restrict operators: the policy of their own role does. */
  role: Role
  policies: readonly StoredPolicy[]
  /** The install of the path, if it belongs to the account. */
  reachedSid: SidOf<'AI'> | undefined
  /** Whether the account requires a second factor that the operator has not enrolled. */
  mustEnroll: boolean
  /** Whether the sign-in happened within the last 15 minutes. */
  isRecent: boolean
  learner: undefined
  token: undefined
}

/**
 * Returns the operator of the result of `readOperatorSession`.
 * @throws Problem `credential_invalid`, `caller_not_accepted` for a user of an install
 */
export function toOperatorCaller([row]: readonly OperatorSessionRow[]): OperatorCaller {
  if (!row?.isLive) throw sessionEnded()
  const { operator, session, isRecent, mustEnroll, reachedSid } = row
  if (!operator) throw notAnOperator()
  return {
    kind: 'session',
    ...{ operatorSid: operator.sid, operatorRole: operator.role, sessionSid: session.sid },
    accountSid: operator.accountSid,
    ...{ installSid: null, reachedSid: reachedSid ?? undefined },
    ...{ role: 'admin', policies: [policyOf(operator.role)] },
    ...{ mustEnroll, isRecent, learner: undefined, token: undefined },
  }
}

/** The problem of the session of a user of an install. */
export const notAnOperator = () =>
  new Problem('caller_not_accepted', 'Here, only the session of an operator of the account is accepted.')

/** The problem of a session that does not exist, has ended, or whose person is disabled. */
export const sessionEnded = () => unauthenticated('credential_invalid', 'The session has ended.')

/**
 * Requires a recent sign-in of a session. Does not apply to other callers.
 * @throws Problem `fresh_sign_in_required`
 */
export function requireRecentSignIn(caller: { kind: string; isRecent?: boolean }): void {
  if (caller.kind === 'session' && !caller.isRecent)
    throw new Problem(
      'fresh_sign_in_required',
      'Sign in again: this operation requires a sign-in within the last 15 minutes.',
    )
}
