import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../db/client.ts'
import { apiCredential, type StoredPolicy } from '../../../db/schema/credential.ts'
import { type OperatorRole, operator, signInSession, totp } from '../../../db/schema/operator.ts'
import { account, application } from '../../../db/schema/tenancy.ts'
import type { Prefix, SidOf } from '../../../db/sid.ts'
import { resourceOf } from '../../shared/auth/authorize.ts'
import { credentialIsLive } from '../../shared/auth/credential-lookup.ts'
import { allows } from '../../shared/auth/policy/decide.ts'
import { Sid } from '../../shared/values/sid.ts'
import { policyOf } from '../identity/roles.ts'
import type { SignedClaims } from './jwt-claims.ts'

/** Where JWTs are issued. */
export const issuePath = '/auth/token'

/** The issuer of a JWT as the database has it now: a credential with its policy, or an operator with a role. */
export type IssuerRow = {
  sid: SidOf<'AP'>
  policy: StoredPolicy | null
  operatorRole: OperatorRole | null
  installSid: SidOf<'AI'> | null
}

const none = <T>() => sql<T | null>`null`

/**
 * Unsent: the living issuer of a JWT for the application. An operator's JWT also needs the session that issued it: the
 * row is deleted at sign-out and has an absolute end. A session that idles does not end its JWTs.
 */
export function readIssuer(db: Database, { sub, aud, sid }: SignedClaims): Statement<IssuerRow[]> {
  const of = eq(application.sid, aud)
  if (isSid('AK', sub))
    return db
      .select({
        sid: application.sid,
        policy: sql<StoredPolicy | null>`${apiCredential.policy}`.mapWith(apiCredential.policy),
        operatorRole: none<OperatorRole>(),
        installSid: apiCredential.installSid,
      })
      .from(application)
      .innerJoin(apiCredential, eq(apiCredential.applicationSid, application.sid))
      .where(and(of, eq(apiCredential.sid, sub), credentialIsLive))
  return db
    .select({
      sid: application.sid,
      policy: none<StoredPolicy>(),
      operatorRole: sql<OperatorRole | null>`${operator.role}`,
      installSid: none<SidOf<'AI'>>(),
    })
    .from(application)
    .innerJoin(operator, eq(operator.accountSid, application.accountSid))
    .innerJoin(account, eq(account.sid, operator.accountSid))
    .innerJoin(signInSession, eq(signInSession.operatorSid, operator.sid))
    .where(
      and(
        of,
        isSid('OP', sub) ? eq(operator.sid, sub) : sql`false`,
        sid ? eq(signInSession.sid, sid) : sql`false`,
        sql`${signInSession.expiresAt} > now()`,
        isNull(operator.disabledDate),
        // Who has yet to enroll a second factor can do nothing else (`mustEnroll`).
        sql`(not ${account.requireMfa} or exists (select from ${totp}
          where ${totp.operatorSid} = ${operator.sid} and ${totp.confirmedDate} is not null))`,
      ),
    )
}

/** What the issuer of a JWT may do now; undefined when there is none, or when it may not issue JWTs any more. */
export function issuerIn([row]: readonly IssuerRow[]) {
  if (!row) return undefined
  const { installSid } = row
  const policy = row.policy ?? policyOf(row.operatorRole)
  return allows([policy], 'sp:IssueJwt', resourceOf(issuePath)) ? { policy, installSid } : undefined
}

const isSid = <P extends Prefix>(prefix: P, text: string): text is SidOf<P> =>
  Sid(prefix).safeParse(text).success
