import type { Database, Statement } from '../../../db/client.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { AuthorizedPrincipal } from './authorize.ts'
import {
  auditActorOf,
  type Caller,
  parseRequestCredentials,
  type RequestCredentials,
  readAuthority,
  type TokenBound,
  toCaller,
} from './caller.ts'
import { type CallerScope, callerScopeOf } from './caller-scope.ts'
import type { CredentialRow, TokenRow } from './credential-lookup.ts'
import { recordReuse } from './token-reuse.ts'

/** The parts of a request that identify the caller. */
export type CredentialSource = {
  method: string
  header(name: string): string | undefined
  cookie(name: string): string | undefined
  /** The origin that clients see. */
  baseUrl: string
}

/** An authenticated caller of any area, with the properties for authorization, its token and its tenant. */
export type Principal = AuthorizedPrincipal &
  TokenBound & { accountSid?: SidOf<'AC'>; applicationSid?: SidOf<'AP'> }

/**
 * The authentication of an area. `P` are the credentials of the request, `A` is the result of the lookup, `C` the caller.
 */
export type Authenticator<P, A, C extends Principal, E extends { db: Database } = { db: Database }> = {
  /** Parses the credentials without a round trip. @throws Problem if they are missing or malformed */
  parseCredentials(source: CredentialSource): P
  /** Builds the lookup of the caller, which runs in one batch with the statements of the route; does not execute it. */
  lookup(db: Database, credentials: P, installSid: SidOf<'AI'> | undefined): Statement<A>
  scope(credentials: P): CallerScope
  /** Returns the caller, without authorization. @throws Problem if the credentials are not valid */
  authenticate(env: E, credentials: P, result: A): Promise<C> | C
  /** Returns the sid of the credential, operator or user that acts. */
  actor(caller: C): string
}

/** The authenticator of areas A and B: API credentials, and the tokens that they issue. */
export const apiAuthenticator: Authenticator<RequestCredentials, CredentialRow[] | TokenRow[], Caller> = {
  parseCredentials: ({ header }) => parseRequestCredentials(header('token'), header('authorization')),
  lookup: readAuthority,
  scope: callerScopeOf,
  authenticate: async ({ db }, credentials, rows) => {
    await recordReuse(db, rows)
    return toCaller(credentials, rows)
  },
  actor: auditActorOf,
}
