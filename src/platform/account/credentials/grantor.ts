// The caller who creates a credential, and the rights that it may grant.

import type { Database, Statement } from '../../../../db/client.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { lockCreator } from '../../../shared/auth/credentials/queries.ts'
import type { Ceiling } from '../../../shared/auth/credentials/rules.ts'
import { lockOperator } from '../../../shared/auth/operator-lock.ts'
import { Problem } from '../../../shared/problems/problem.ts'
import { type PlatformCaller, recentlySignedInPersonOf } from '../../principal/authenticator.ts'

type Grantor = {
  accountSid: SidOf<'AC'>
  ceiling: Ceiling
  /** The only application for which it may create credentials; null: all applications of the account. */
  applicationSid: SidOf<'AP'> | null
  /** The creating credential; null for an owner, who is recorded in the audit log. */
  createdBySid: SidOf<'AK'> | null
  /** Locks the grantor's row. Rolls the batch back if the grantor is no longer active or has lost the role. */
  lock(db: Database): Statement
}

/**
 * Returns the rights that a caller may grant: a credential its own rights, an owner all rights.
 * @throws Problem `caller_not_accepted` for any other caller, `fresh_sign_in_required`
 */
export function grantorOf(caller: PlatformCaller): Grantor {
  if (caller.kind === 'credential') {
    const { accountSid, applicationSid, policies, role, credentialSid } = caller
    return {
      ...{ accountSid, applicationSid, ceiling: { policies, role }, createdBySid: credentialSid },
      lock: db => lockCreator(db, credentialSid),
    }
  }
  const { accountSid, person, session, policies } = recentlySignedInPersonOf(caller)
  if (person.operatorRole !== 'owner') throw new Problem('caller_not_accepted')
  return {
    ...{ accountSid, applicationSid: null, ceiling: { policies, role: 'admin' }, createdBySid: null },
    lock: db => lockOperator(db, session.sid, 'owner'),
  }
}
