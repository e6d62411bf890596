// The lookup of sign-in sessions.

import { and, eq, type Param, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { prepared } from '../../../db/prepared.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { operator, signInSession, totp } from '../../../db/schema/operator.ts'
import { requestCount } from '../../../db/schema/request-count.ts'
import { account, install } from '../../../db/schema/tenancy.ts'
import type { RowOf } from '../../../db/statement.ts'
import { type Admitted, admission, admissionParameters, otherInstall, reaches } from './request-count.ts'

// ASVS 7.5.1 requires a recent sign-in and does not define the time.
const idleTimeout = sql`interval '30 minutes'`
const recentPeriod = sql`interval '15 minutes'`

/** Whether a session has reached neither its absolute expiry nor its idle timeout. */
export const isUnexpired = sql`(${signInSession.expiresAt} > now() and ${signInSession.lastSeenDate} > now() - ${idleTimeout})`

/** Whether the sign-in of a session is recent. */
export const isRecent = sql<boolean>`${signInSession.createdDate} > now() - ${recentPeriod}`

/** The parameters of a lookup by session. */
export const sessionParameters = {
  secretHash: signInSession.secretHash,
  isBackground: requestCount.isWrite, // only its encoding counts, that of a boolean
}

/** Returns the values of `sessionParameters`. */
export const sessionValues = ({ hash, isBackground }: { hash: string; isBackground: boolean }) => ({
  secretHash: hash,
  isBackground,
})

/**
 * A `with` part that updates `lastSeenDate` of the session with this secret, at most once a minute. A request that a page
 * sends by itself is no use of the session: an open page must not keep it alive.
 *
 * If another transaction has locked the row, that one updates it, or ends the session. Waiting for it would be a deadlock: a list
 * locks the session first and its count of requests last, other reads the reverse.
 */
export const markSeen = (db: Database, secretHash: Param, isBackground: Param) => {
  const unlocked = db
    .select({ sid: signInSession.sid })
    .from(signInSession)
    .where(
      and(
        eq(signInSession.secretHash, secretHash),
        sql`not ${isBackground}::boolean`,
        isUnexpired,
        sql`${signInSession.lastSeenDate} < now() - interval '1 minute'`,
      ),
    )
    .for('no key update', { skipLocked: true })
  return db.$with('seen').as(
    db
      .update(signInSession)
      .set({ lastSeenDate: sql`now()` })
      // `=` instead of `in`: the query is executed once.
      .where(sql`${signInSession.sid} = (${unlocked})`)
      .returning({ sid: signInSession.sid }),
  )
}

/** Whether the current row of `operator` has an authenticator app. */
export const hasAuthenticator = sql<boolean>`exists (select from ${totp}
  where ${totp.operatorSid} = ${operator.sid} and ${totp.confirmedDate} is not null)`

const operatorIsLive = sql<boolean>`(${isUnexpired} and ${operator.disabledDate} is null)`

/** The refusal of the session of a user of an install. */
export const ofUser = 'user'

const refusalOf = (installSid: Param) =>
  sql`case when ${signInSession.sid} is null then 'unknown' when not ${operatorIsLive} then 'ended'
    when ${operator.sid} is null then ${sql.raw(`'${ofUser}'`)}
    when not ${reaches(installSid, install.sid)} then ${sql.raw(`'${otherInstall}'`)} end`

/**
 * Selects the session with this secret and its operator, and the sid of the install. Fails unless the session is that of an
 * operator, and valid, and the install belongs to the operator's account.
 */
export const readOperatorSession = prepared(
  { ...sessionParameters, installSid: apiCredential.installSid, ...admissionParameters },
  (db, { secretHash, isBackground, installSid, ...counting }) =>
    db
      .with(markSeen(db, secretHash, isBackground))
      .select({
        session: { sid: signInSession.sid },
        isLive: operatorIsLive,
        isRecent,
        operator: { sid: operator.sid, accountSid: operator.accountSid, role: operator.role },
        mustEnroll: sql<boolean>`(coalesce((select ${account.requireMfa} from ${account}
          where ${account.sid} = ${operator.accountSid}), false) and not ${hasAuthenticator})`,
        reachedSid: install.sid,
        count: admission(
          {
            refusal: refusalOf(installSid),
            caller: sql`sid_text('OP', ${operator.sid})`,
            ...{ accountSid: operator.accountSid, installSid: install.sid },
            hasInstall: true,
          },
          counting,
        ),
      })
      .from(noTable)
      .leftJoin(signInSession, eq(signInSession.secretHash, secretHash))
      .leftJoin(operator, eq(operator.sid, signInSession.operatorSid))
      .leftJoin(install, and(eq(install.sid, installSid), eq(install.accountSid, operator.accountSid))),
)

export type OperatorSessionRow = Admitted<RowOf<typeof readOperatorSession>, 'session'>
