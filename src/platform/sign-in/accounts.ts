// Whom a sign-in names.

import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { operator, totp } from '../../../db/schema/operator.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'
import { nameOfUser } from '../person.ts'
import type { Subject } from '../subject.ts'

/** What a person gives to say who it is: of an operator the email, of an install's user that or the username. */
export type Named = {
  email?: string | undefined
  username?: string | undefined
  installSid?: SidOf<'AI'> | undefined
}

/** Who may sign in, if the rest is right. */
export type Account = Subject & {
  accountSid: SidOf<'AC'>
  email: string
  name: string
  passwordHash: string | null
  hasSecondFactor: boolean
}

/** What a sign-in names, as one text: tries are counted by it, whether it names anybody or not. */
export const nameOf = ({ email, username, installSid = 'AI' }: Named): string =>
  `${installSid}\n${(email ?? username ?? '').toLowerCase()}`

/** Unsent: the accounts that are named and enabled. It asks the same of the database whether there are any or not. */
export const findAccounts = (db: Database, { installSid, ...named }: Named) =>
  installSid ? findUsers(db, installSid, named) : findOperators(db, named.email ?? '')

const hasSecondFactor = sql<boolean>`(${totp.secret} is not null)`

const findOperators = (db: Database, email: string) =>
  db
    .select({
      operatorSid: sql<SidOf<'OP'> | null>`${operator.sid}`.mapWith(operator.sid),
      userSid: sql<SidOf<'US'> | null>`null::uuid`,
      accountSid: operator.accountSid,
      email: operator.email,
      name: operator.name,
      username: sql<string | null>`null::text`,
      passwordHash: operator.passwordHash,
      hasSecondFactor,
    })
    .from(operator)
    .leftJoin(totp, and(eq(totp.operatorSid, operator.sid), isNotNull(totp.confirmedDate)))
    .where(and(isSame(operator.email, email), isNull(operator.disabledDate)))

const findUsers = (db: Database, installSid: SidOf<'AI'>, { email, username }: Omit<Named, 'installSid'>) =>
  db
    .select({
      operatorSid: sql<SidOf<'OP'> | null>`null::uuid`,
      userSid: sql<SidOf<'US'> | null>`${user.sid}`.mapWith(user.sid),
      accountSid: install.accountSid,
      email: user.email,
      name: nameOfUser,
      username: user.username,
      passwordHash: user.passwordHash,
      hasSecondFactor,
    })
    .from(user)
    .innerJoin(install, eq(install.sid, user.installSid))
    .leftJoin(totp, and(eq(totp.userSid, user.sid), isNotNull(totp.confirmedDate)))
    .where(
      and(
        eq(user.installSid, installSid),
        eq(user.enabled, true),
        sql`(${isSame(user.username, username ?? email ?? '')} or ${email === undefined ? sql`false` : isSame(user.email, email)})`,
      ),
    )
    .limit(ambiguous)

const isSame = (column: Parameters<typeof eq>[0], text: string): SQL => sql`lower(${column}) = lower(${text})`

/** Rows that are enough to see that a name is no one's alone. */
const ambiguous = 3

type Found = Awaited<ReturnType<typeof findAccounts>>[number]

/** The one account that is meant: a username is one user's, an email may be several's, and then it is nobody's. */
export function theOne(rows: readonly Found[], { email, username }: Named): Account | undefined {
  const name = (username ?? email ?? '').toLowerCase()
  const byUsername = rows.find(row => row.username?.toLowerCase() === name)
  const [only, another] = rows
  const row = byUsername ?? (another ? undefined : only)
  if (!row) return undefined
  const { operatorSid, userSid, username: _, ...account } = row
  if (operatorSid !== null) return { ...account, operatorSid, userSid: null }
  return userSid === null ? undefined : { ...account, operatorSid: null, userSid }
}
