import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Parameter, prepared, type RowOf } from '../../../db/prepared.ts'
import { operator, signInSession, totp } from '../../../db/schema/operator.ts'
import { account, install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import { person } from '../identity/person.ts'

// The decisions, section 5; ASVS 7.5.1 asks for a fresh sign-in and leaves the time open.
const idle = sql`interval '30 minutes'`
const freshness = sql`interval '15 minutes'`

/** Whether a session has neither ended nor idled. */
export const isInTime = sql`(${signInSession.expiresAt} > now() and ${signInSession.lastSeenDate} > now() - ${idle})`

/** Whether a row is of the person whose session it is. */
export const isOfSession = (row: { operatorSid: PgColumn; userSid: PgColumn }, session: SQL): SQL => {
  const whose = (column: PgColumn) =>
    sql`(select ${column} from ${signInSession} where ${signInSession.sid} = ${session})`
  return sql`(${row.operatorSid} = ${whose(signInSession.operatorSid)} or ${row.userSid} = ${whose(signInSession.userSid)})`
}

/** The id of the person whose session it is, in SQL: a row while the sign-in is fresh. */
export const idOfFresh = (session: SQL): SQL => sql`
  select coalesce(sid_text('OP', ${signInSession.operatorSid}), sid_text('US', ${signInSession.userSid}))
  from ${signInSession}
  where ${signInSession.sid} = ${session} and ${signInSession.createdDate} > now() - ${freshness}`

/** Unsent: the session behind a secret with whose it is; noted as seen, at most once a minute. */
export const readSession = prepared((db, place: Parameter<{ secretHash: string }>) => {
  const isIt = eq(signInSession.secretHash, place('secretHash', signInSession.secretHash))
  const seen = db.$with('seen').as(
    db
      .update(signInSession)
      .set({ lastSeenDate: sql`now()` })
      .where(and(isIt, isInTime, sql`${signInSession.lastSeenDate} < now() - interval '1 minute'`))
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
      isLive: sql<boolean>`(${isInTime} and coalesce(${operator.disabledDate} is null and ${operator.sid} is not null or ${user.enabled}, false))`,
      isFresh: sql<boolean>`${signInSession.createdDate} > now() - ${freshness}`,
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
    })
    .from(signInSession)
    .leftJoin(operator, eq(operator.sid, signInSession.operatorSid))
    .leftJoin(user, eq(user.sid, signInSession.userSid))
    .leftJoin(install, eq(install.sid, user.installSid))
    .where(isIt)
})

export type SessionRow = RowOf<typeof readSession>

/** The account of the operator who presents the secret, in SQL; users of an install reach none. */
export const accountOfSession = (secretHash: string): SQL => sql`(
  select ${operator.accountSid} from ${operator}
  join ${signInSession} on ${signInSession.operatorSid} = ${operator.sid}
  where ${signInSession.secretHash} = ${sql.param(secretHash, signInSession.secretHash)})`

/** The sid of the session behind the secret, in SQL. */
export const sidOfSession = (secretHash: string): SQL => sql`(
  select ${signInSession.sid} from ${signInSession}
  where ${signInSession.secretHash} = ${sql.param(secretHash, signInSession.secretHash)})`
