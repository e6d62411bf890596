// Who creates a credential, and what they may grant.

import { eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { operator, signInSession } from '../../../../db/schema/operator.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { lockCreator } from '../../../shared/auth/credentials/queries.ts'
import type { Ceiling } from '../../../shared/auth/credentials/rules.ts'
import { Problem } from '../../../shared/problems/problem.ts'
import { everything } from '../../operators/ceiling.ts'
import { type PlatformCaller, recentlySignedInPersonOf } from '../../principal/authenticator.ts'

type Grantor = {
  accountSid: SidOf<'AC'>
  ceiling: Ceiling
  /** The one application that it may grant; null grants every one of the account. */
  applicationSid: SidOf<'AP'> | null
  /** The credential that creates; null for an owner, whom the audit names. */
  createdBySid: SidOf<'AK'> | null
  /** Unsent: undoes the batch unless the grantor still is who it was, and makes whoever would change that wait. */
  hold(db: Database): Statement
}

/** An owner may grant everything in its account, though its own policy is of area C alone. */
const ofOwner: Ceiling = { policies: [everything], role: 'admin' }

/**
 * The rights that a caller may hand on: a credential its own, an owner all.
 * @throws Problem `caller_not_accepted` for anybody else, `fresh_sign_in_required`
 */
export function grantorOf(caller: PlatformCaller): Grantor {
  if (caller.kind === 'credential') {
    const { accountSid, applicationSid, policies, role, credentialSid } = caller
    return {
      ...{ accountSid, applicationSid, ceiling: { policies, role }, createdBySid: credentialSid },
      hold: db => lockCreator(db, credentialSid),
    }
  }
  const { accountSid, person, session } = recentlySignedInPersonOf(caller)
  if (person.operatorRole !== 'owner') throw new Problem('caller_not_accepted')
  return {
    ...{ accountSid, applicationSid: null, ceiling: ofOwner, createdBySid: null },
    hold: db => holdOwner(db, session.sid),
  }
}

const holdOwner = (db: Database, sid: SidOf<'SI'>): Statement =>
  guard(
    db,
    sql`(select ${operator.role} = 'owner' and ${operator.disabledDate} is null
      from ${signInSession} join ${operator} on ${operator.sid} = ${signInSession.operatorSid}
      where ${eq(signInSession.sid, sid)} for share)`,
    'credential_invalid',
  )
