import type { Database, Statement } from '../../../db/client.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { AuthorizedPrincipal } from './authorize.ts'
import {
  type ApiCaller,
  auditActorOf,
  type LookupOptions,
  parseRequestCredentials,
  type RequestCredentials,
  readAuthority,
  type TokenBound,
  toCaller,
} from './caller.ts'
import { CallerMemory } from './caller-memory.ts'
import { type CallerScope, callerScopeOf } from './caller-scope.ts'
import type { CredentialRow, TokenRow } from './credential-lookup.ts'
import type { CredentialSource } from './credential-source.ts'
import type { Refusal } from './refusal.ts'
import { recordReuseOf } from './token-reuse.ts'

/** An authenticated caller of any area, with the properties for authorization, its token and its tenant. */
export type Principal = AuthorizedPrincipal &
  TokenBound & { accountSid?: SidOf<'AC'>; applicationSid?: SidOf<'AP'> }

/**
 * The authentication of an area. `P` is the type of the credentials of the request, `A` that of the result of the
 * lookup, and `C` that of the caller.
 */
export type Authenticator<P, A, C extends Principal, E extends { db: Database } = { db: Database }> = {
  /** Parses the credentials without a round trip. @throws Problem if they are missing or malformed */
  parseCredentials(source: CredentialSource): P
  /** Verifies what needs no round trip, such as a signature. It refuses nothing: `authenticate` does. */
  verify?(env: E, credentials: P): Promise<P>
  /** Whether `verify` has found that the credentials are not valid. Nothing is read for them. */
  isForged?(credentials: P): boolean
  /**
   * Builds the lookup of the caller, which is the first statement of one batch with those of the route, and rolls it back for a
   * caller that is not valid (`admission`); does not execute it.
   */
  lookup(
    db: Database,
    credentials: P,
    installSid: SidOf<'AI'> | undefined,
    options?: LookupOptions,
  ): Statement<A>
  scope(credentials: P): CallerScope
  /** Returns the caller, without authorization. @throws Problem if the credentials are not valid */
  authenticate(env: E, credentials: P, result: A): Promise<C> | C
  /**
   * Records the refusal of a caller by its lookup. `authenticate` then gets no rows.
   * @throws Problem if it is not that of a caller without rows
   */
  refused?(env: E, credentials: P, refusal: Refusal): Promise<void> | void
  /**
   * Returns the caller as an earlier request has read it, if it is remembered and may have access to the install. It may
   * have changed since: only a write that checks its version can depend on it (src/shared/http/attempt.ts).
   */
  recall?(credentials: P, installSid: SidOf<'AI'> | undefined): C | undefined
  /** Returns the sid of the credential, operator or user that acts. */
  actor(caller: C): string
}

/** The callers that this isolate remembers. */
const memory = new CallerMemory()

/** Authenticates programs in every area: API credentials, and the tokens that they issue. */
export const apiAuthenticator: Authenticator<RequestCredentials, CredentialRow[] | TokenRow[], ApiCaller> = {
  parseCredentials: ({ header }) => parseRequestCredentials(header('token'), header('authorization')),
  lookup: readAuthority,
  scope: callerScopeOf,
  authenticate: (_, credentials, rows) => memory.update(credentials, () => toCaller(credentials, rows)),
  async refused({ db }, { kind, hash }, { reason }) {
    if (kind === 'token' && reason === 'replaced') await recordReuseOf(db, hash)
  },
  recall: (credentials, installSid) => memory.recall(credentials, installSid),
  actor: auditActorOf,
}
