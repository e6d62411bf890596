// The caller who creates a credential, and the rights that it may grant.

import { eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { operator, signInSession } from '../../../../db/schema/operator.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { lockCreator } from '../../../shared/auth/credentials/queries.ts'
import type { Ceiling } from '../../../shared/auth/credentials/rules.ts'
import { Problem } from '../../../shared/problems/problem.ts'
import { fullAccess } from '../../operators/ceiling.ts'
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

/** An owner may grant everything in the account, although the role's own policy covers only area C. */
const ofOwner: Ceiling = { policies: [fullAccess], role: 'admin' }

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
  const { accountSid, person, session } = recentlySignedInPersonOf(caller)
  if (person.operatorRole !== 'owner') throw new Problem('caller_not_accepted')
  return {
    ...{ accountSid, applicationSid: null, ceiling: ofOwner, createdBySid: null },
    lock: db => lockOwner(db, session.sid),
  }
}

const lockOwner = (db: Database, sid: SidOf<'SI'>): Statement =>
  guard(
    db,
    sql`(select ${operator.role} = 'owner' and ${operator.disabledDate} is null
      from ${signInSession} join ${operator} on ${operator.sid} = ${signInSession.operatorSid}
      where ${eq(signInSession.sid, sid)} for share)`,
    'credential_invalid',
  )
