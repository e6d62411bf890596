import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { noTable } from '../../../db/guard.ts'
import { prepared } from '../../../db/prepared.ts'
import { operator, signInSession, totp } from '../../../db/schema/operator.ts'
import { account, install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import type { RowOf } from '../../../db/statement.ts'
import type { CallerScope } from '../../shared/auth/caller-scope.ts'
import {
  type Admitted,
  admission,
  admissionParameters,
  refusalUnless,
} from '../../shared/auth/request-count.ts'
import { isRecent, isUnexpired, markSeen, sessionParameters } from '../../shared/auth/session-lookup.ts'
import { keyHeader } from '../../shared/http/idempotency-key.ts'
import { isFree } from '../../shared/idempotency/queries.ts'
import { person } from '../identity/person-columns.ts'

const ofSession = (session: SQL, column: PgColumn): SQL =>
  sql`(select ${column} from ${signInSession} where ${signInSession.sid} = ${session})`

/** The condition that a row belongs to the person of the session. */
export const isOfSession = (row: { operatorSid: PgColumn; userSid: PgColumn }, session: SQL): SQL =>
  sql`(${row.operatorSid} = ${ofSession(session, signInSession.operatorSid)} or ${isOfSessionUser(row, session)})`

/** The condition that a row belongs to the user of an install whose session it is. It is false for the session of an operator. */
export const isOfSessionUser = ({ userSid }: { userSid: PgColumn }, session: SQL): SQL =>
  sql`${userSid} = ${ofSession(session, signInSession.userSid)}`

/** The id of the person of the current row of `sign_in_session`. */
const subjectId = sql`coalesce(sid_text('OP', ${signInSession.operatorSid}), sid_text('US', ${signInSession.userSid}))`

/**
 * SQL that selects the id of the session's person, for the count of an attempt. It returns no row if the sign-in is not recent, or
 * if the request repeats another one: a repetition decides nothing.
 */
export const recentSubjectId = (
  callerScope: CallerScope,
  header: (name: string) => string | undefined,
): SQL => sql`
  select ${subjectId}
  from ${signInSession}
  where ${signInSession.sid} = ${callerScope.session} and ${isRecent} and ${isFree(callerScope, header(keyHeader))}`

const isLive = sql<boolean>`(${isUnexpired} and coalesce(${operator.disabledDate} is null and ${operator.sid} is not null or ${user.enabled}, false))`

const parameters = { ...sessionParameters, ...admissionParameters }

/** Selects the session with this secret and its person. Fails unless the session is valid. */
export const readSession = prepared(parameters, (db, { secretHash, isBackground, ...counting }) =>
  db
    .with(markSeen(db, secretHash, isBackground))
    .select({
      session: {
        sid: signInSession.sid,
        operatorSid: signInSession.operatorSid,
        userSid: signInSession.userSid,
      },
      isLive,
      isRecent,
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
      count: admission(
        {
          refusal: refusalUnless(sql`(${signInSession.sid} is not null)`, isLive),
          ...{ caller: subjectId, accountSid: operator.accountSid, installSid: user.installSid },
        },
        counting,
      ),
    })
    .from(noTable)
    .leftJoin(signInSession, eq(signInSession.secretHash, secretHash))
    .leftJoin(operator, eq(operator.sid, signInSession.operatorSid))
    .leftJoin(user, eq(user.sid, signInSession.userSid))
    .leftJoin(install, eq(install.sid, user.installSid)),
)

export type SessionRow = Admitted<RowOf<typeof readSession>, 'session'>
