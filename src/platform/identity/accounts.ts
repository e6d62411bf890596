// Finds the account of a sign-in by its email address or username.

import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { operator, totp } from '../../../db/schema/operator.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'
import { trimBlanks } from '../../shared/values/text.ts'
import { nameOfUser } from './person-columns.ts'
import type { Subject } from './sign-in-subject.ts'

/** The identifier in a sign-in request: the email of an operator, or the email or username of a user of an install. */
export type LoginIdentifier = {
  email?: string | undefined
  username?: string | undefined
  installSid?: SidOf<'AI'> | undefined
}

/** An enabled account. */
export type Account = Subject & {
  accountSid: SidOf<'AC'>
  email: string
  name: string
  passwordHash: string | null
  hasSecondFactor: boolean
}

/**
 * Returns the identifier as one string. Attempts are counted by it, whether or not an account exists. The spellings that
 * `username_key` makes equal have one string.
 */
export const identifierKey = ({ email, username, installSid = 'AI' }: LoginIdentifier): string =>
  `${installSid}\n${folded(email ?? username ?? '')}`

/** Letters such as `ß` have two lower cases; their upper case has one. */
const folded = (text: string) =>
  trimBlanks(text.normalize('NFKC')).toUpperCase().toLowerCase().normalize('NFKC')

/** Selects the enabled accounts with the identifier. The statement does the same work whether or not there are any. */
export const findAccounts = (db: Database, { installSid, ...names }: LoginIdentifier) =>
  installSid ? findUsers(db, installSid, names) : findOperators(db, names.email ?? '')

const hasSecondFactor = sql<boolean>`(${totp.secret} is not null)`

const findOperators = (db: Database, email: string) =>
  db
    .select({
      operatorSid: sql<SidOf<'OP'> | null>`${operator.sid}`.mapWith(operator.sid),
      userSid: sql<SidOf<'US'> | null>`null::uuid`,
      accountSid: operator.accountSid,
      email: operator.email,
      name: operator.name,
      usernameMatch: sql<number | null>`null::integer`,
      passwordHash: operator.passwordHash,
      hasSecondFactor,
    })
    .from(operator)
    .leftJoin(totp, and(eq(totp.operatorSid, operator.sid), isNotNull(totp.confirmedDate)))
    .where(isOperator(email))

const isOperator = (email: string) =>
  and(equalsIgnoreCase(operator.email, email), isNull(operator.disabledDate))

type UserNames = Omit<LoginIdentifier, 'installSid'>

const findUsers = (db: Database, installSid: SidOf<'AI'>, names: UserNames) =>
  db
    .select({
      operatorSid: sql<SidOf<'OP'> | null>`null::uuid`,
      userSid: sql<SidOf<'US'> | null>`${user.sid}`.mapWith(user.sid),
      accountSid: install.accountSid,
      email: user.email,
      name: nameOfUser,
      usernameMatch: usernameMatch(names),
      passwordHash: user.passwordHash,
      hasSecondFactor,
    })
    .from(user)
    .innerJoin(install, eq(install.sid, user.installSid))
    .leftJoin(totp, and(eq(totp.userSid, user.sid), isNotNull(totp.confirmedDate)))
    .where(isUser(installSid, names))
    .orderBy(sql`${usernameMatch(names)} nulls last`)
    .limit(maxUserMatches)

const hasUsername = ({ email, username }: UserNames) =>
  sql`username_key(${user.username}) = username_key(${username ?? email ?? ''})`

/**
 * How well the username of a row matches; the lowest is best, null is not at all. Users whose usernames a migration found
 * equal each sign in with their own spelling. Another spelling selects the earliest of them.
 */
const usernameMatch = (names: UserNames) =>
  sql<number | null>`case when ${hasUsername(names)} then
    case when ${equalsIgnoreCase(user.username, names.username ?? names.email ?? '')} then -1 else ${user.usernameClash} end
  end`

const isUser = (installSid: SidOf<'AI'>, names: UserNames) =>
  and(
    eq(user.installSid, installSid),
    eq(user.enabled, true),
    sql`(${hasUsername(names)} or ${names.email === undefined ? sql`false` : equalsIgnoreCase(user.email, names.email)})`,
  )

/**
 * SQL that selects the id of the account that `selectAccount` returns, or `unknownAccountId` if there is none. The
 * result is always one row.
 */
export const accountIdOf = ({ installSid, ...names }: LoginIdentifier): SQL => {
  const id = installSid
    ? sql`select case when min(match) is not null then (array_agg(id order by match))[1] when count(*) = 1 then min(id) end
        from (select sid_text('US', ${user.sid}) as id, ${usernameMatch(names)} as match
          from ${user} where ${isUser(installSid, names)}) named`
    : sql`select sid_text('OP', ${operator.sid}) from ${operator} where ${isOperator(names.email ?? '')}`
  return sql`select coalesce((${id}), ${unknownAccountId({ installSid, ...names })})`
}

/** Returns the key that replaces the account id when no account matches. */
export const unknownAccountId = (identifier: LoginIdentifier): string =>
  `nobody\n${identifierKey(identifier)}`

const equalsIgnoreCase = (column: Parameters<typeof eq>[0], text: string): SQL =>
  sql`lower(${column}) = lower(${text})`

/** Two rows, the best match first, are enough to detect that an identifier is ambiguous. */
const maxUserMatches = 2

type AccountRow = Awaited<ReturnType<typeof findAccounts>>[number]

/**
 * Returns the account that an identifier selects, from the rows of `findAccounts`. A username is unique within an install. An email address may belong
 * to several users; then it selects none of them, unless it is also a username.
 */
export function selectAccount(rows: readonly AccountRow[]): Account | undefined {
  const [first, another] = rows
  if (!first || (another && first.usernameMatch === null)) return undefined
  const { operatorSid, userSid, usernameMatch: _, ...account } = first
  if (operatorSid !== null) return { ...account, operatorSid, userSid: null }
  return userSid === null ? undefined : { ...account, operatorSid: null, userSid }
}
