// Authenticates callers of area C: sign-in sessions (bearer token or cookie), JWTs and API credentials.

import { sql } from 'drizzle-orm'
import type { Statement } from '../../../db/client.ts'
import { application } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'
import { type Authenticator, apiAuthenticator } from '../../shared/auth/authenticator.ts'
import type { AuthorizedPrincipal } from '../../shared/auth/authorize.ts'
import { type ApiCaller, secretOf, type TokenBound } from '../../shared/auth/caller.ts'
import { type CallerScope, emptyScope } from '../../shared/auth/caller-scope.ts'
import type { CredentialRow, TokenRow } from '../../shared/auth/credential-lookup.ts'
import { requireRecentSignIn, sessionEnded } from '../../shared/auth/operator-caller.ts'
import { policyOf } from '../../shared/auth/policy/operator-roles.ts'
import { admissionValues } from '../../shared/auth/request-count.ts'
import { parseSession, type SessionCredentials } from '../../shared/auth/session-credentials.ts'
import { sessionValues } from '../../shared/auth/session-lookup.ts'
import { sessionScope } from '../../shared/auth/session-scope.ts'
import { unauthenticated } from '../../shared/auth/unauthenticated.ts'
import { Problem } from '../../shared/problems/problem.ts'
import { idOf, type Subject, subjectIn } from '../identity/sign-in-subject.ts'
import {
  type AuthenticatorEnv,
  policyOfPermissions,
  type SignedClaims,
  type UnverifiedJwt,
  unverifiedJwt,
  verifiedJwt,
} from './jwt-claims.ts'
import { activeIssuer, type IssuerRow, jwtCaller, readJwtCaller } from './jwt-issuer.ts'
import { readSession, type SessionRow } from './session.ts'

/** The person of a session. */
type Person = Omit<SessionRow, 'session' | 'isLive' | 'isRecent' | 'accountSid' | 'count'>

/** A person who has signed in. */
type SessionCaller = AuthorizedPrincipal &
  TokenBound & {
    kind: 'session'
    subject: Subject
    session: SessionRow['session']
    /** Whether the sign-in happened within the last 15 minutes. */
    isRecent: boolean
    accountSid: SessionRow['accountSid']
    person: Person
  }

/** The bearer of a JWT that `issueJwt` has signed. */
type JwtCaller = AuthorizedPrincipal &
  TokenBound & { kind: 'jwt'; subject: string; applicationSid: SidOf<'AP'>; permissions: readonly string[] }

export type PlatformCaller = SessionCaller | JwtCaller | ApiCaller

type ApiCredentials = Parameters<typeof apiAuthenticator.scope>[0]
/** `verified` has the claims of a JWT whose signature is valid; null if it is not. */
type JwtCredentials = UnverifiedJwt & { kind: 'jwt'; verified?: SignedClaims | null }
type Credentials = ApiCredentials | SessionCredentials | JwtCredentials
type Rows = SessionRow[] | CredentialRow[] | TokenRow[] | IssuerRow[]

export const platformAuthenticator: Authenticator<Credentials, Rows, PlatformCaller, AuthenticatorEnv> = {
  parseCredentials(source) {
    const sent = secretOf(source.header('token'), source.header('authorization'))
    const jwt = sent === undefined ? undefined : unverifiedJwt(sent)
    return jwt ? { kind: 'jwt', ...jwt } : (parseSession(source) ?? apiAuthenticator.parseCredentials(source))
  },
  async verify(env, credentials) {
    if (credentials.kind !== 'jwt') return credentials
    return { ...credentials, verified: (await verifiedJwt(env, credentials.jwt)) ?? null }
  },
  isForged: credentials => credentials.kind === 'jwt' && credentials.verified === null,
  lookup(db, credentials, installSid, options = {}) {
    const { counting } = options
    if (credentials.kind === 'session')
      return readSession(db, {
        ...sessionValues(credentials),
        ...admissionValues(counting),
      }) as Statement<SessionRow[]>
    if (credentials.kind === 'jwt') return readJwtCaller(db, credentials.claims, counting)
    return apiAuthenticator.lookup(db, credentials, installSid, options)
  },
  scope(credentials) {
    if (credentials.kind === 'session') return sessionScope(credentials.hash)
    if (credentials.kind === 'jwt') return audienceScope(credentials.claims)
    return apiAuthenticator.scope(credentials)
  },
  async authenticate(env, credentials, rows) {
    if (credentials.kind === 'session') return toSessionCaller(rows.find(isSession))
    if (credentials.kind === 'jwt') return toJwtCaller(await claimsOf(env, credentials), rows as IssuerRow[])
    return apiAuthenticator.authenticate(env, credentials, rows as ApiRows)
  },
  refused: (env, credentials, refusal) =>
    credentials.kind === 'session' || credentials.kind === 'jwt'
      ? undefined
      : apiAuthenticator.refused?.(env, credentials, refusal),
  actor: actorOf,
}

/** Verifies a JWT that has not been verified. */
const claimsOf = async (env: AuthenticatorEnv, { verified, jwt }: JwtCredentials) =>
  verified === undefined ? await verifiedJwt(env, jwt) : verified

/** The scope of an unverified JWT only selects rows to read. `authenticate` verifies the JWT before they are used. */
const audienceScope = (claims: UnverifiedJwt['claims']): CallerScope => ({
  ...emptyScope,
  application: sql`${sql.param(claims.aud, application.sid)}::uuid`,
  // The bearer of a JWT is not its issuer, whose keys it must not see.
  caller: sql`${jwtCaller(claims)}::text`,
})

/** The rows that `lookup` selects for API credentials. */
type ApiRows = CredentialRow[] | TokenRow[]

const isSession = (row: Rows[number]): row is SessionRow => 'session' in row

function toSessionCaller(row: SessionRow | undefined): SessionCaller {
  if (!row?.isLive) throw sessionEnded()
  const { session, isRecent, accountSid, isLive: _, count: __, ...person } = row
  return {
    kind: 'session',
    subject: subjectIn(session),
    ...{ session, isRecent, accountSid, person },
    installSid: null,
    reachedSid: undefined,
    role: person.role,
    mustEnroll: person.requireMfa && !person.mfaEnabled,
    policies: [policyOf(person.operatorRole)],
  }
}

/**
 * A JWT allows what both its permissions and the current policy of its issuer allow. It is bound to the install of its
 * issuer, if the issuer is bound to one.
 */
function toJwtCaller(claims: SignedClaims | null | undefined, rows: readonly IssuerRow[]): JwtCaller {
  const issuer = activeIssuer(rows)
  if (!(claims && issuer))
    throw unauthenticated('credential_invalid', 'The JWT is invalid, expired or revoked.')
  return {
    kind: 'jwt',
    subject: claims.sub,
    applicationSid: claims.aud,
    permissions: claims.permissions,
    installSid: issuer.installSid,
    reachedSid: undefined,
    role: 'jwt',
    policies: [policyOfPermissions(claims.permissions), issuer.policy],
  }
}

/** Returns the caller of an operation that accepts only sessions. @throws Problem `caller_not_accepted` */
export function personOf(caller: PlatformCaller): SessionCaller {
  if (caller.kind !== 'session') throw new Problem('caller_not_accepted')
  return caller
}

/**
 * Returns the session caller if the sign-in is recent.
 * @throws Problem `caller_not_accepted`, `fresh_sign_in_required`
 */
export function recentlySignedInPersonOf(caller: PlatformCaller): SessionCaller {
  const person = personOf(caller)
  requireRecentSignIn(person)
  return person
}

/** Returns the account of a session or credential. @throws Problem `caller_not_accepted` for a JWT */
export function accountOf(caller: PlatformCaller): SidOf<'AC'> {
  if (caller.kind === 'jwt') throw new Problem('caller_not_accepted')
  return caller.accountSid
}

/** Returns the sid of the actor, for the audit log. */
export function actorOf(caller: PlatformCaller): string {
  if (caller.kind === 'session') return idOf(caller.subject)
  return caller.kind === 'jwt' ? caller.subject : caller.credentialSid
}
