import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { account } from '../../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { AccountUpdate } from './schema.ts'

/** Unsent: the account of the caller. */
export const findAccount = (db: Database, sid: SQL | SidOf<'AC'>) =>
  db
    .select({
      id: account.sid,
      name: account.name,
      requireMfa: account.requireMfa,
      createdAt: account.createdDate,
    })
    .from(account)
    .where(eq(account.sid, sid))

/** Unsent: what is sent changes. */
export const changeAccount = (db: Database, sid: SidOf<'AC'>, { name, requireMfa }: AccountUpdate) =>
  db
    .update(account)
    // A set without members is no SQL.
    .set({ ...(name !== undefined && { name }), requireMfa: requireMfa ?? sql`${account.requireMfa}` })
    .where(eq(account.sid, sid))
