import { sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../db/client.ts'
import { guard, noTable } from '../../../db/guard.ts'
import { operator } from '../../../db/schema/operator.ts'
import { account, application } from '../../../db/schema/tenancy.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'

/** Unsent: whether there is no operator yet. */
export const isSetupDue = (db: Database) =>
  db.select({ isDue: sql<boolean>`not exists (select from ${operator})` }).from(noTable)

/** Unsent: the account that the first admin will own, if there is one already. */
export const oldestAccount = (db: Database) =>
  db.select({ sid: account.sid }).from(account).orderBy(account.createdDate, account.sid).limit(1)

/** Unsent: an account with an application, for a platform that has none. */
export const insertAccount = (db: Database, sid: SidOf<'AC'>, name: string): Statement[] => [
  db.insert(account).values({ sid, name }),
  db.insert(application).values({ sid: newSid('AP'), accountSid: sid, name }),
]

type First = { sid: SidOf<'OP'>; accountSid: SidOf<'AC'>; email: string; name: string; passwordHash: string }

/** Unsent, for one batch: the first operator; a unique index lets one of many at once through. */
export const insertFirst = (db: Database, first: First): Statement[] => [
  guard(db, sql`not exists (select from ${operator})`, 'setup_done'),
  db.insert(operator).values({ ...first, role: 'owner', isFirst: true }),
]
