import { and, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { apiCredential, type StoredPolicy } from '../../../db/schema/credential.ts'
import { type OperatorRole, operator, signInSession } from '../../../db/schema/operator.ts'
import { account, application } from '../../../db/schema/tenancy.ts'
import type { Prefix, SidOf } from '../../../db/sid.ts'
import { resourceOf } from '../../shared/auth/authorize.ts'
import { credentialIsLive } from '../../shared/auth/credential-lookup.ts'
import { allows } from '../../shared/auth/policy/decide.ts'
import { policyOf } from '../../shared/auth/policy/operator-roles.ts'
import {
  admission,
  admissionValues,
  type Counting,
  type RequestCount,
  refusalUnless,
} from '../../shared/auth/request-count.ts'
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
  /** Only the lookup of the caller of a request has a count. */
  count?: RequestCount | null
}

/** Identifies the bearer of a JWT, who is not its issuer. */
export const jwtCaller = ({ sub, aud }: Pick<SignedClaims, 'sub' | 'aud'>): string => `jwt ${aud} ${sub}`

const nullColumn = <T>(name: string) => sql<T | null>`null`.as(name)

/**
 * Selects the active issuer of a JWT for the application. The JWT of an operator also requires the session that issued
 * it: the row is deleted at sign-out and has an absolute expiry. The idle timeout of a session does not end its JWTs.
 */
export function readIssuer(
  db: Database,
  { sub, aud, sid }: Pick<SignedClaims, 'sub' | 'aud' | 'sid'>,
): Statement<IssuerRow[]> & SQLWrapper {
  const isAudience = eq(application.sid, aud)
  if (isSid('AK', sub))
    return db
      .select({
        sid: application.sid,
        policy: sql<StoredPolicy | null>`${apiCredential.policy}`.mapWith(apiCredential.policy).as('policy'),
        operatorRole: nullColumn<OperatorRole>('operator_role'),
        installSid: apiCredential.installSid,
        accountSid: application.accountSid,
        expiresAt: apiCredential.expiresAt,
      })
      .from(application)
      .innerJoin(apiCredential, eq(apiCredential.applicationSid, application.sid))
      .where(and(isAudience, eq(apiCredential.sid, sub), credentialIsLive))
  return db
    .select({
      sid: application.sid,
      policy: nullColumn<StoredPolicy>('policy'),
      operatorRole: sql<OperatorRole | null>`${operator.role}`.as('operator_role'),
      installSid: nullColumn<SidOf<'AI'>>('install_sid'),
      accountSid: application.accountSid,
      expiresAt: signInSession.expiresAt,
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

/**
 * Selects the active issuer of the JWT of a request. Fails if there is none. Each JWT counts for itself: the browser of one learner
 * does not use up the limit of another.
 */
export function readJwtCaller(
  db: Database,
  claims: Pick<SignedClaims, 'sub' | 'aud' | 'sid' | 'jti'>,
  counting?: Counting,
): Statement<IssuerRow[]> {
  const values = admissionValues(counting)
  const accountSid = sql<SidOf<'AC'>>`issuer.account_sid`.mapWith(application.accountSid)
  return db
    .select({
      sid: sql<SidOf<'AP'>>`issuer.sid`.mapWith(application.sid),
      policy: sql<StoredPolicy | null>`issuer.policy`.mapWith(apiCredential.policy),
      operatorRole: sql<OperatorRole | null>`issuer.operator_role`,
      installSid: sql<SidOf<'AI'> | null>`issuer.install_sid`.mapWith(apiCredential.installSid),
      accountSid,
      expiresAt: sql<Date | null>`issuer.expires_at`.mapWith(apiCredential.expiresAt),
      count: admission(
        {
          refusal: refusalUnless(sql`true`, sql`issuer.sid is not null`),
          caller: sql`${`${jwtCaller(claims)} ${claims.jti ?? ''}`}::text`,
          ...{ accountSid, installSid: sql`null::uuid` },
        },
        {
          ...{ isWrite: sql.param(values.isWrite), countsLast: sql.param(values.countsLast) },
          ...{ address: sql.param(values.address), wanted: sql.param(values.wanted) },
          reservation: sql.param(values.reservation),
        },
      ),
    })
    .from(noTable)
    .leftJoin(sql`${readIssuer(db, claims)} as issuer`, sql`true`)
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
