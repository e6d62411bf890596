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

type NewOperator = typeof operator.$inferInsert

/** The columns of an operator in responses. */
const operatorColumns = {
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

/** Selects the operators of the caller's account. */
export const listOperatorRows = (db: Database, callerScope: CallerScope, query: OperatorQuery) =>
  paged(
    db,
    ({ keys, after }) =>
      db
        .select({ ...operatorColumns, keys })
        .from(operator)
        .where(and(eq(operator.accountSid, callerScope.account), equals(operator.role, query.role), after))
        .$dynamic(),
    orderOf(query, { createdDate: operator.createdDate }, ['createdDate'], operator.sid),
    query,
  )

/** Selects an operator of the caller's account. */
export const findOperator = (db: Database, callerScope: CallerScope, sid: SidOf<'OP'>) =>
  db
    .select(operatorColumns)
    .from(operator)
    .where(and(eq(operator.accountSid, callerScope.account), eq(operator.sid, sid)))

/** Selects an operator by its sid alone. Use it only after a write that was scoped to the caller's account. */
export const readOperator = (db: Database, sid: SidOf<'OP'>) =>
  db.select(operatorColumns).from(operator).where(eq(operator.sid, sid))

/** Selects the operators of any account with this email address, ignoring case. */
export const findByEmail = (db: Database, email: string) =>
  db.select({ sid: operator.sid }).from(operator).where(sql`lower(${operator.email}) = lower(${email})`)

/** Selects the name of the caller's account. */
export const nameOfAccount = (db: Database, callerScope: CallerScope) =>
  db.select({ name: account.name }).from(account).where(eq(account.sid, callerScope.account))

export const insertOperator = (db: Database, values: NewOperator) => db.insert(operator).values(values)

const isActiveOwner = (accountSid: SidOf<'AC'>) =>
  and(eq(operator.accountSid, accountSid), eq(operator.role, 'owner'), isNull(operator.disabledDate))

/** An operator with the role that it had when the request was authorized. */
type AuthorizedOperator = { id: SidOf<'OP'>; role: NewOperator['role'] }

/**
 * Locks the operator and the owners of the account, so that concurrent requests cannot remove the last owner. Rolls the
 * batch back with `edited_meanwhile` if the role of the operator has changed.
 */
const lockOperator = (
  db: Database,
  accountSid: SidOf<'AC'>,
  { id, role }: AuthorizedOperator,
): Statement[] => [
  db
    .select({ sid: operator.sid })
    .from(operator)
    .where(or(isActiveOwner(accountSid), eq(operator.sid, id)))
    .orderBy(operator.sid)
    .for('update'),
  guard(
    db,
    sql`exists (select from ${operator} where ${and(eq(operator.sid, id), eq(operator.role, role))})`,
    'edited_meanwhile',
  ),
]

const requireOwner = (db: Database, accountSid: SidOf<'AC'>, { role }: AuthorizedOperator): Statement =>
  guard(
    db,
    sql`(${role !== 'owner'} or exists (select from ${operator} where ${isActiveOwner(accountSid)}))`,
    'last_owner',
  )

/**
 * Changes an operator whose role is unchanged since authorization, in one batch.
 * @param scope what the caller requires. It follows the lock of the owners, because it can lock the caller, who can be one
 */
export const changeOperator = (
  db: Database,
  accountSid: SidOf<'AC'>,
  authorized: AuthorizedOperator,
  change: { name?: string | undefined; role?: NewOperator['role'] | undefined; isDisabled?: boolean },
  scope: readonly Statement[],
): Statement[] => {
  const { isDisabled, ...members } = change
  return [
    ...lockOperator(db, accountSid, authorized),
    ...scope,
    db
      .update(operator)
      .set({
        ...members,
        ...(isDisabled !== undefined && {
          disabledDate: isDisabled ? sql`coalesce(${operator.disabledDate}, now())` : null,
        }),
        editDate: sql`now()`,
      })
      .where(eq(operator.sid, authorized.id)),
    requireOwner(db, accountSid, authorized),
  ]
}

/** Deletes an operator whose role is unchanged since authorization, with its sign-in data, in one batch. */
export const removeOperator = (
  db: Database,
  accountSid: SidOf<'AC'>,
  authorized: AuthorizedOperator,
): Statement[] => [
  ...lockOperator(db, accountSid, authorized),
  ...[signInSession, mfaChallenge, totp, recoveryCode, passwordReset].map(table =>
    db.delete(table).where(eq(table.operatorSid, authorized.id)),
  ),
  db.delete(operator).where(eq(operator.sid, authorized.id)),
  requireOwner(db, accountSid, authorized),
]
