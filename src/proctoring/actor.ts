import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { noTable } from '../../db/guard.ts'
import { type SidOf, uuidFromSid } from '../../db/sid.ts'
import { actorOf, type Caller } from '../shared/auth/caller.ts'

/**
 * Builds the statement that sets the actor, the trigger and the reason of the transaction for the audit log and the
 * history.
 */
export const setActor = (db: Database, caller: Caller, trigger = '', reason = '') =>
  db
    .select({
      actor: sql<string>`set_config('invigil.actor', ${actorOf(caller)}, true)`,
      token: sql<string>`set_config('invigil.token', ${uuidOrEmpty(caller.token?.sid)}, true)`,
      onBehalfOf: sql<string>`set_config('invigil.on_behalf_of', ${uuidOrEmpty(caller.token?.targetUserSid)}, true)`,
      trigger: sql<string>`set_config('invigil.trigger', ${trigger}, true)`,
      reason: sql<string>`set_config('invigil.reason', ${reason}, true)`,
    })
    .from(noTable)

const uuidOrEmpty = (sid: SidOf<'TA' | 'US'> | null | undefined) => (sid ? uuidFromSid(sid) : '')
