// Who calls area C: a person who has signed in, by bearer or cookie, or an API credential.

import { sql } from 'drizzle-orm'
import { application } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'
import { type Authenticator, apiAuthenticator } from '../../shared/auth/authenticator.ts'
import type { AuthorizedPrincipal } from '../../shared/auth/authorize.ts'
import {
  type Caller,
  parseRequestCredentials,
  secretOf,
  type TokenBound,
  unauthenticated,
} from '../../shared/auth/caller.ts'
import { type CallerScope, emptyScope } from '../../shared/auth/caller-scope.ts'
import type { CredentialRow, TokenRow } from '../../shared/auth/credential-lookup.ts'
import { hashSecret, secretKind } from '../../shared/auth/secret.ts'
import { Problem } from '../../shared/problems/problem.ts'
import { policyOf } from '../identity/roles.ts'
import { idOf, type Subject, subjectIn } from '../identity/subject.ts'
import {
  type AuthenticatorEnv,
  policyOfPermissions,
  type SignedClaims,
  type UnverifiedJwt,
  unverifiedJwt,
  verifiedJwt,
} from './jwt-claims.ts'
import { type IssuerRow, issuerIn, readIssuer } from './jwt-issuer.ts'
import { accountOfSession, readSession, type SessionRow, sidOfSession } from './session.ts'
import { cookieName } from './session-cookie.ts'

/** Who it is, as the session's row tells it. */
type Person = Omit<SessionRow, 'session' | 'isLive' | 'isFresh' | 'accountSid'>

/** A person who has signed in. */
type SessionCaller = AuthorizedPrincipal &
  TokenBound & {
    kind: 'session'
    subject: Subject
    session: SessionRow['session']
    /** Whether the sign-in is of the last 15 minutes. */
    isFresh: boolean
    accountSid: SessionRow['accountSid']
    person: Person
  }

/** Who holds a JWT of ours. */
type JwtCaller = AuthorizedPrincipal &
  TokenBound & { kind: 'jwt'; subject: string; applicationSid: SidOf<'AP'> }

export type PlatformCaller = SessionCaller | JwtCaller | Caller

type ApiPresented = Parameters<typeof apiAuthenticator.scope>[0]
type Presented = ApiPresented | { kind: 'session'; hash: string } | (UnverifiedJwt & { kind: 'jwt' })
type Rows = SessionRow[] | CredentialRow[] | TokenRow[] | IssuerRow[]

export const platformAuthenticator: Authenticator<Presented, Rows, PlatformCaller, AuthenticatorEnv> = {
  parseCredentials({ method, header, cookie, baseUrl }) {
    const [token, authorization] = [header('token'), header('authorization')]
    const shown = secretOf(token, authorization)
    const jwt = shown === undefined ? undefined : unverifiedJwt(shown)
    if (jwt) return { kind: 'jwt', ...jwt }
    const secret = shown ?? cookie(cookieName(baseUrl))
    if (!(secret && secretKind(secret) === 'session')) return parseRequestCredentials(token, authorization)
    if (!(shown || ['GET', 'HEAD'].includes(method))) requireOurOrigin(header('origin'), baseUrl)
    return { kind: 'session', hash: hashSecret(secret) }
  },
  lookup(db, shown, installSid) {
    if (shown.kind === 'session') return readSession(db, { secretHash: shown.hash })
    if (shown.kind === 'jwt') return readIssuer(db, shown.claims)
    return apiAuthenticator.lookup(db, shown, installSid)
  },
  scope(shown) {
    if (shown.kind === 'session') return reachOfSession(shown.hash)
    if (shown.kind === 'jwt') return reachOfAudience(shown.claims.aud)
    return apiAuthenticator.scope(shown)
  },
  async authenticate(env, shown, rows) {
    if (shown.kind === 'session') return toSessionCaller(rows.find(isSession))
    if (shown.kind === 'jwt') return toJwtCaller(await verifiedJwt(env, shown.jwt), rows as IssuerRow[])
    return apiAuthenticator.authenticate(env, shown, rows as ApiRows)
  },
  actor: actorOf,
}

/** A browser sends the cookie along with what other sites ask for, but says whose page asks. */
function requireOurOrigin(origin: string | undefined, baseUrl: string): void {
  if (origin !== new URL(baseUrl).origin)
    throw new Problem('cross_site_request', 'With the cookie, a change needs an Origin header of ours.')
}

const reachOfSession = (hash: string): CallerScope => ({
  ...emptyScope,
  account: accountOfSession(hash),
  session: sidOfSession(hash),
})

/** What a JWT says of itself is believed once it is verified; until then it only says what to read. */
const reachOfAudience = (applicationSid: SidOf<'AP'>): CallerScope => ({
  ...emptyScope,
  application: sql`${sql.param(applicationSid, application.sid)}::uuid`,
})

/** What `read` asked the API's gate for, it answers of the API. */
type ApiRows = CredentialRow[] | TokenRow[]

const isSession = (row: Rows[number]): row is SessionRow => 'session' in row

function toSessionCaller(row: SessionRow | undefined): SessionCaller {
  if (!row?.isLive) throw unauthenticated('credential_invalid', 'The session has ended.')
  const { session, isFresh, accountSid, isLive: _, ...person } = row
  return {
    kind: 'session',
    subject: subjectIn(session),
    ...{ session, isFresh, accountSid, person },
    installSid: null,
    reachedSid: undefined,
    role: person.role,
    mustEnroll: person.requireMfa && !person.mfaEnabled,
    policies: [policyOf(person.operatorRole)],
  }
}

/** A JWT may do what its permissions name and its issuer may do now; it is bound to the install that its issuer is bound to. */
function toJwtCaller(claims: SignedClaims | undefined, rows: readonly IssuerRow[]): JwtCaller {
  const issuer = issuerIn(rows)
  if (!(claims && issuer))
    throw unauthenticated('credential_invalid', 'The JWT is none of ours, or not any more.')
  return {
    kind: 'jwt',
    subject: claims.sub,
    applicationSid: claims.aud,
    installSid: issuer.installSid,
    reachedSid: undefined,
    role: 'jwt',
    policies: [policyOfPermissions(claims.permissions), issuer.policy],
  }
}

/** The person who calls an operation that takes sessions alone. */
export function personOf(caller: PlatformCaller): SessionCaller {
  if (caller.kind !== 'session') throw new Problem('caller_not_accepted')
  return caller
}

/** The same, for what only a recent sign-in may do. @throws Problem `fresh_sign_in_required` */
export function recentlySignedInPersonOf(caller: PlatformCaller): SessionCaller {
  const person = personOf(caller)
  requireRecentSignIn(person)
  return person
}

/** Holds a person who has signed in to a recent sign-in; other callers have no sign-in. @throws Problem `fresh_sign_in_required` */
export function requireRecentSignIn(caller: PlatformCaller): void {
  if (caller.kind === 'session' && !caller.isFresh)
    throw new Problem('fresh_sign_in_required', 'Sign in again: this needs a sign-in of the last 15 minutes.')
}

/** The account of a caller who has one. */
export function accountOf(caller: PlatformCaller): SidOf<'AC'> {
  if (caller.kind === 'jwt') throw new Problem('caller_not_accepted')
  return caller.accountSid
}

/** Who acts, for the record. */
export function actorOf(caller: PlatformCaller): string {
  if (caller.kind === 'session') return idOf(caller.subject)
  return caller.kind === 'jwt' ? caller.subject : caller.credentialSid
}
