import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { prepared } from '../../../db/prepared.ts'
import { operator, signInSession, totp } from '../../../db/schema/operator.ts'
import { account, install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import type { RowOf } from '../../../db/statement.ts'
import { countOf, countParameters } from '../../shared/auth/request-count.ts'
import { person } from '../identity/person-columns.ts'

// ASVS 7.5.1 requires a recent sign-in and does not define the time.
const idleTimeout = sql`interval '30 minutes'`
const recentPeriod = sql`interval '15 minutes'`

/** Whether a session has reached neither its absolute expiry nor its idle timeout. */
export const isUnexpired = sql`(${signInSession.expiresAt} > now() and ${signInSession.lastSeenDate} > now() - ${idleTimeout})`

/** The condition that a row belongs to the person of the session. */
export const isOfSession = (row: { operatorSid: PgColumn; userSid: PgColumn }, session: SQL): SQL => {
  const ofSession = (column: PgColumn) =>
    sql`(select ${column} from ${signInSession} where ${signInSession.sid} = ${session})`
  return sql`(${row.operatorSid} = ${ofSession(signInSession.operatorSid)} or ${row.userSid} = ${ofSession(signInSession.userSid)})`
}

/** The id of the person of the current row of `sign_in_session`. */
const subjectId = sql`coalesce(sid_text('OP', ${signInSession.operatorSid}), sid_text('US', ${signInSession.userSid}))`

/** SQL that selects the id of the session's person. It returns no row if the sign-in is not recent. */
export const recentSubjectId = (session: SQL): SQL => sql`
  select ${subjectId}
  from ${signInSession}
  where ${signInSession.sid} = ${session} and ${signInSession.createdDate} > now() - ${recentPeriod}`

const isLive = sql<boolean>`(${isUnexpired} and coalesce(${operator.disabledDate} is null and ${operator.sid} is not null or ${user.enabled}, false))`

const parameters = { secretHash: signInSession.secretHash, ...countParameters }

/** Selects the session with this secret and its person. Updates `lastSeenDate` at most once a minute. */
export const readSession = prepared(parameters, (db, { secretHash, isWrite }) => {
  const isIt = eq(signInSession.secretHash, secretHash)
  const seen = db.$with('seen').as(
    db
      .update(signInSession)
      .set({ lastSeenDate: sql`now()` })
      .where(and(isIt, isUnexpired, sql`${signInSession.lastSeenDate} < now() - interval '1 minute'`))
      .returning({ sid: signInSession.sid }),
  )
  return db
    .with(seen)
    .select({
      session: {
        sid: signInSession.sid,
        operatorSid: signInSession.operatorSid,
        userSid: signInSession.userSid,
      },
      isLive,
      isRecent: sql<boolean>`${signInSession.createdDate} > now() - ${recentPeriod}`,
      ...person,
      role: sql<string>`coalesce(${operator.role}, ${user.role})`,
      operatorRole: operator.role,
      passwordHash: sql<string | null>`coalesce(${operator.passwordHash}, ${user.passwordHash})`,
      mfaEnabled: sql<boolean>`exists (select from ${totp} where ${totp.confirmedDate} is not null
          and (${totp.operatorSid} = ${operator.sid} or ${totp.userSid} = ${user.sid}))`,
      requireMfa: sql<boolean>`coalesce((select ${account.requireMfa} from ${account}
          where ${account.sid} = ${operator.accountSid}), false)`,
      createdDate: sql<Date>`coalesce(${operator.createdDate}, ${user.createdDate})`.mapWith(
        operator.createdDate,
      ),
      lastLoginDate: operator.lastLoginDate,
      // The limits of a user are those of its install; those of an operator are those of the account.
      count: countOf(
        { caller: subjectId, accountSid: operator.accountSid, installSid: user.installSid, isLive },
        isWrite,
      ),
    })
    .from(signInSession)
    .leftJoin(operator, eq(operator.sid, signInSession.operatorSid))
    .leftJoin(user, eq(user.sid, signInSession.userSid))
    .leftJoin(install, eq(install.sid, user.installSid))
    .where(isIt)
})

export type SessionRow = RowOf<typeof readSession>

/** SQL for the account of the operator with this session secret; null for a user of an install. */
export const accountOfSession = (secretHash: string): SQL => sql`(
  select ${operator.accountSid} from ${operator}
  join ${signInSession} on ${signInSession.operatorSid} = ${operator.sid}
  where ${signInSession.secretHash} = ${sql.param(secretHash, signInSession.secretHash)})`

/** SQL for the sid of the session with this secret. */
export const sidOfSession = (secretHash: string): SQL => sql`(
  select ${signInSession.sid} from ${signInSession}
  where ${signInSession.secretHash} = ${sql.param(secretHash, signInSession.secretHash)})`

/** SQL for the id of the person of the session with this secret. */
export const subjectOfSession = (secretHash: string): SQL => sql`(
  select ${subjectId}
  from ${signInSession}
  where ${signInSession.secretHash} = ${sql.param(secretHash, signInSession.secretHash)})`
