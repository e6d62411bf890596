// Whom a sign-in names.

import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { operator, totp } from '../../../db/schema/operator.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'
import { nameOfUser } from './person.ts'
import type { Subject } from './subject.ts'

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
    .where(isOperator(email))

const isOperator = (email: string) => and(isSame(operator.email, email), isNull(operator.disabledDate))

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
    .where(isUser(installSid, { email, username }))
    .limit(ambiguous)

const hasUsername = ({ email, username }: Omit<Named, 'installSid'>) =>
  isSame(user.username, username ?? email ?? '')

const isUser = (installSid: SidOf<'AI'>, named: Omit<Named, 'installSid'>) =>
  and(
    eq(user.installSid, installSid),
    eq(user.enabled, true),
    sql`(${hasUsername(named)} or ${named.email === undefined ? sql`false` : isSame(user.email, named.email)})`,
  )

/** The id of the one account that is meant, as `theOne` finds it, or else `nobody` and the name: always one row. */
export const idOfNamed = ({ installSid, ...named }: Named): SQL => {
  const id = installSid
    ? sql`select case when bool_or(is_name) then min(id) filter (where is_name) when count(*) = 1 then min(id) end
        from (select sid_text('US', ${user.sid}) as id, coalesce(${hasUsername(named)}, false) as is_name
          from ${user} where ${isUser(installSid, named)}) named`
    : sql`select sid_text('OP', ${operator.sid}) from ${operator} where ${isOperator(named.email ?? '')}`
  return sql`select coalesce((${id}), ${idOfNobody({ installSid, ...named })})`
}

/** What stands for the id of an account that is not there. */
export const idOfNobody = (named: Named): string => `nobody\n${nameOf(named)}`

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
