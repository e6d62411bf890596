import { sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../db/client.ts'
import { guard, noTable } from '../../../db/guard.ts'
import { operator } from '../../../db/schema/operator.ts'
import { account, application } from '../../../db/schema/tenancy.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'

/** Selects whether no operator exists. */
export const isSetupDue = (db: Database) =>
  db.select({ isDue: sql<boolean>`not exists (select from ${operator})` }).from(noTable)

/**
 * Selects the account that the first admin will own, if one exists: the first that `npm run bootstrap` created, or else
 * the oldest. Demo data may be older than the account of the customer.
 */
export const accountToOwn = (db: Database) =>
  db
    .select({ sid: account.sid })
    .from(account)
    .orderBy(sql`${account.bootstrappedDate} nulls last`, account.createdDate, account.sid)
    .limit(1)

/** Inserts an account with one application. */
export const insertAccount = (db: Database, sid: SidOf<'AC'>, name: string): Statement[] => [
  db.insert(account).values({ sid, name }),
  db.insert(application).values({ sid: newSid('AP'), accountSid: sid, name }),
]

type FirstOperator = {
  sid: SidOf<'OP'>
  accountSid: SidOf<'AC'>
  email: string
  name: string
  passwordHash: string
}

/** Inserts the first operator, in one batch. Of several concurrent requests, a unique index lets only one succeed. */
export const insertFirstOperator = (db: Database, first: FirstOperator): Statement[] => [
  guard(db, sql`not exists (select from ${operator})`, 'setup_done'),
  db.insert(operator).values({ ...first, role: 'owner', isFirst: true }),
]
