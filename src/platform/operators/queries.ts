import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../db/client.ts'
import { guard } from '../../../db/guard.ts'
import {
  mfaChallenge,
  operator,
  passwordReset,
  recoveryCode,
  signInSession,
  totp,
} from '../../../db/schema/operator.ts'
import { account } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { CallerScope } from '../../shared/auth/caller-scope.ts'
import { equals } from '../../shared/http/filter.ts'
import { orderOf, paged } from '../../shared/http/page.ts'
import type { OperatorQuery } from './schema.ts'

type New = typeof operator.$inferInsert

/** What an operator is shown as. */
const shown = {
  id: operator.sid,
  email: operator.email,
  name: operator.name,
  role: operator.role,
  status: sql<
    'invited' | 'active' | 'disabled'
  >`case when ${operator.disabledDate} is not null then 'disabled'
    when ${operator.passwordHash} is null then 'invited' else 'active' end`,
  mfaEnabled: sql<boolean>`exists (select from ${totp}
    where ${and(eq(totp.operatorSid, operator.sid), isNotNull(totp.confirmedDate))})`,
  createdAt: operator.createdDate,
  lastLoginAt: operator.lastLoginDate,
}

/** Unsent: the operators of the caller's account. */
export const listOperatorRows = (db: Database, callerScope: CallerScope, query: OperatorQuery) =>
  paged(
    db,
    ({ keys, after }) =>
      db
        .select({ ...shown, keys })
        .from(operator)
        .where(and(eq(operator.accountSid, callerScope.account), equals(operator.role, query.role), after))
        .$dynamic(),
    orderOf(query, { createdDate: operator.createdDate }, ['createdDate'], operator.sid),
    query,
  )

/** Unsent: one operator of the caller's account. */
export const findOperator = (db: Database, callerScope: CallerScope, sid: SidOf<'OP'>) =>
  db
    .select(shown)
    .from(operator)
    .where(and(eq(operator.accountSid, callerScope.account), eq(operator.sid, sid)))

/** Unsent: the same, after a write that was in the caller's account. */
export const showOperator = (db: Database, sid: SidOf<'OP'>) =>
  db.select(shown).from(operator).where(eq(operator.sid, sid))

/** Unsent: finds a row where an operator of any account has the address, in any case. */
export const findTaken = (db: Database, email: string) =>
  db.select({ sid: operator.sid }).from(operator).where(sql`lower(${operator.email}) = lower(${email})`)

/** Unsent: the name of the caller's account. */
export const nameOfAccount = (db: Database, callerScope: CallerScope) =>
  db.select({ name: account.name }).from(account).where(eq(account.sid, callerScope.account))

export const insertOperator = (db: Database, values: New) => db.insert(operator).values(values)

const ownersOf = (accountSid: SidOf<'AC'>) =>
  and(eq(operator.accountSid, accountSid), eq(operator.role, 'owner'), isNull(operator.disabledDate))

type Seen = { id: SidOf<'OP'>; role: New['role'] }

/**
 * Unsent: holds the owners of the account, so that two cannot take the last of them away together, and the operator,
 * whose role is still the one that was seen.
 */
const holdOperator = (db: Database, accountSid: SidOf<'AC'>, { id, role }: Seen): Statement[] => [
  db
    .select({ sid: operator.sid })
    .from(operator)
    .where(or(ownersOf(accountSid), eq(operator.sid, id)))
    .orderBy(operator.sid)
    .for('update'),
  guard(
    db,
    sql`exists (select from ${operator} where ${and(eq(operator.sid, id), eq(operator.role, role))})`,
    'edited_meanwhile',
  ),
]

const keepOwner = (db: Database, accountSid: SidOf<'AC'>, { role }: Seen): Statement =>
  guard(
    db,
    sql`(${role !== 'owner'} or exists (select from ${operator} where ${ownersOf(accountSid)}))`,
    'last_owner',
  )

/** Unsent, for one batch: changes an operator whose role is still the one that was seen. */
export const changeOperator = (
  db: Database,
  accountSid: SidOf<'AC'>,
  seen: Seen,
  change: { name?: string | undefined; role?: New['role'] | undefined; isDisabled?: boolean },
): Statement[] => {
  const { isDisabled, ...members } = change
  return [
    ...holdOperator(db, accountSid, seen),
    db
      .update(operator)
      .set({
        ...members,
        ...(isDisabled !== undefined && {
          disabledDate: isDisabled ? sql`coalesce(${operator.disabledDate}, now())` : null,
        }),
        editDate: sql`now()`,
      })
      .where(eq(operator.sid, seen.id)),
    keepOwner(db, accountSid, seen),
  ]
}

/** Unsent, for one batch: deletes an operator, whose role is still the one that was seen, with what signs it in. */
export const removeOperator = (db: Database, accountSid: SidOf<'AC'>, seen: Seen): Statement[] => [
  ...holdOperator(db, accountSid, seen),
  ...[signInSession, mfaChallenge, totp, recoveryCode, passwordReset].map(table =>
    db.delete(table).where(eq(table.operatorSid, seen.id)),
  ),
  db.delete(operator).where(eq(operator.sid, seen.id)),
  keepOwner(db, accountSid, seen),
]
