import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'

/** Selects a credential that may have issued tokens of the install; null selects none. */
export const findCredential = (db: Database, installSid: SidOf<'AI'>, sid: SidOf<'AK'> | null) =>
  db
    .select({ sid: apiCredential.sid, installSid: apiCredential.installSid })
    .from(apiCredential)
    .innerJoin(install, and(eq(install.accountSid, apiCredential.accountSid), eq(install.sid, installSid)))
    .where(
      and(
        sql`${apiCredential.sid} = ${sql.param(sid, apiCredential.sid)}`,
        sql`coalesce(${apiCredential.installSid}, ${install.sid}) = ${install.sid}`,
      ),
    )

/** Builds the update that raises an epoch; does not execute it. The update revokes all tokens with a lower epoch. */
export const raiseEpoch = {
  install: (db: Database, sid: SidOf<'AI'>) =>
    db
      .update(install)
      .set({ stsEpoch: sql`${install.stsEpoch} + 1` })
      .where(eq(install.sid, sid)),
  user: (db: Database, sid: SidOf<'US'>) =>
    db
      .update(user)
      .set({ stsEpoch: sql`${user.stsEpoch} + 1` })
      .where(eq(user.sid, sid)),
  credential: (db: Database, sid: SidOf<'AK'>) =>
    db
      .update(apiCredential)
      .set({ stsEpoch: sql`${apiCredential.stsEpoch} + 1` })
      .where(eq(apiCredential.sid, sid)),
}
