import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../db/client.ts'
import { apiCredential, type StoredPolicy } from '../../../db/schema/credential.ts'
import { type OperatorRole, operator, signInSession } from '../../../db/schema/operator.ts'
import { account, application } from '../../../db/schema/tenancy.ts'
import type { Prefix, SidOf } from '../../../db/sid.ts'
import { resourceOf } from '../../shared/auth/authorize.ts'
import { credentialIsLive } from '../../shared/auth/credential-lookup.ts'
import { allows } from '../../shared/auth/policy/decide.ts'
import { policyOf } from '../../shared/auth/policy/operator-roles.ts'
import { type CountedAs, countedValues, countOf, type RequestCount } from '../../shared/auth/request-count.ts'
import { hasAuthenticator } from '../../shared/auth/session-lookup.ts'
import { Sid } from '../../shared/values/sid.ts'
import type { SignedClaims } from './jwt-claims.ts'

/** The path of `issueJwt`. */
export const issuePath = '/auth/token'

/** The current state of a JWT's issuer: a credential with its policy, or an operator with a role. */
export type IssuerRow = {
  sid: SidOf<'AP'>
  policy: StoredPolicy | null
  operatorRole: OperatorRole | null
  installSid: SidOf<'AI'> | null
  accountSid: SidOf<'AC'>
  /** When the credential or the session of the issuer expires. */
  expiresAt: Date | null
  count: RequestCount | null
}

/** Identifies the bearer of a JWT, who is not its issuer. */
export const jwtCaller = ({ sub, aud }: Pick<SignedClaims, 'sub' | 'aud'>): string => `jwt ${aud} ${sub}`

const nullColumn = <T>() => sql<T | null>`null`

/**
 * Selects the active issuer of a JWT for the application. The JWT of an operator also requires the session that issued
 * it: the row is deleted at sign-out and has an absolute expiry. The idle timeout of a session does not end its JWTs.
 */
export function readIssuer(
  db: Database,
  { sub, aud, sid, jti = '' }: Pick<SignedClaims, 'sub' | 'aud' | 'sid' | 'jti'>,
  countedAs?: CountedAs,
): Statement<IssuerRow[]> {
  const isAudience = eq(application.sid, aud)
  const count = countOf(
    {
      // Each JWT counts for itself: the browser of one learner does not use up the limit of another.
      caller: sql`${`${jwtCaller({ sub, aud })} ${jti}`}::text`,
      ...{ accountSid: application.accountSid, installSid: sql`null::uuid`, isLive: sql`true` },
    },
    sql`${countedValues(countedAs).isWrite}::boolean`,
  )
  if (isSid('AK', sub))
    return db
      .select({
        sid: application.sid,
        policy: sql<StoredPolicy | null>`${apiCredential.policy}`.mapWith(apiCredential.policy),
        operatorRole: nullColumn<OperatorRole>(),
        installSid: apiCredential.installSid,
        accountSid: application.accountSid,
        expiresAt: apiCredential.expiresAt,
        count,
      })
      .from(application)
      .innerJoin(apiCredential, eq(apiCredential.applicationSid, application.sid))
      .where(and(isAudience, eq(apiCredential.sid, sub), credentialIsLive))
  return db
    .select({
      sid: application.sid,
      policy: nullColumn<StoredPolicy>(),
      operatorRole: sql<OperatorRole | null>`${operator.role}`,
      installSid: nullColumn<SidOf<'AI'>>(),
      accountSid: application.accountSid,
      expiresAt: signInSession.expiresAt,
      count,
    })
    .from(application)
    .innerJoin(operator, eq(operator.accountSid, application.accountSid))
    .innerJoin(account, eq(account.sid, operator.accountSid))
    .innerJoin(signInSession, eq(signInSession.operatorSid, operator.sid))
    .where(
      and(
        isAudience,
        isSid('OP', sub) ? eq(operator.sid, sub) : sql`false`,
        sid ? eq(signInSession.sid, sid) : sql`false`,
        sql`${signInSession.expiresAt} > now()`,
        isNull(operator.disabledDate),
        // An operator who must still enroll a second factor may do nothing else (`mustEnroll`).
        sql`(not ${account.requireMfa} or ${hasAuthenticator})`,
      ),
    )
}

/** Returns the policy and install of a JWT's issuer; undefined if it is not active or may no longer issue JWTs. */
export function activeIssuer([row]: readonly IssuerRow[]) {
  if (!row) return undefined
  const { installSid, accountSid, expiresAt } = row
  const policy = row.policy ?? policyOf(row.operatorRole)
  const issuer = { policy, installSid, accountSid, expiresAt }
  return allows([policy], 'sp:IssueJwt', resourceOf(issuePath)) ? issuer : undefined
}

const isSid = <P extends Prefix>(prefix: P, text: string): text is SidOf<P> =>
  Sid(prefix).safeParse(text).success
