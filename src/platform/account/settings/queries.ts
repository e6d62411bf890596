import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { account } from '../../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { AccountUpdate } from './schema.ts'

/** Selects an account. */
export const findAccount = (db: Database, sid: SQL | SidOf<'AC'>) =>
  db
    .select({
      id: account.sid,
      name: account.name,
      requireMfa: account.requireMfa,
      readsPerMinute: account.readsPerMinute,
      writesPerMinute: account.writesPerMinute,
      createdAt: account.createdDate,
    })
    .from(account)
    .where(eq(account.sid, sid))

/** Updates the members that are present. */
export const changeAccount = (db: Database, sid: SidOf<'AC'>, { requireMfa, ...members }: AccountUpdate) =>
  db
    .update(account)
    // An empty `set` is a syntax error, so `require_mfa` is always assigned; undefined members are not.
    .set({ ...members, requireMfa: requireMfa ?? sql`${account.requireMfa}` })
    .where(eq(account.sid, sid))
