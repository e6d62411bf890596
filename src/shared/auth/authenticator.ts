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

/** What a request says of who sent it. */
export type CredentialSource = {
  method: string
  header(name: string): string | undefined
  cookie(name: string): string | undefined
  /** The origin that clients see. */
  baseUrl: string
}

/** A caller as every area knows it: by what it is judged, to what it is bound and whose it is. */
export type Principal = AuthorizedPrincipal &
  TokenBound & { accountSid?: SidOf<'AC'>; applicationSid?: SidOf<'AP'> }

/** How an area learns who calls: `P` is what was presented, `A` what the database knows of it, `C` the caller. */
export type Authenticator<P, A, C extends Principal, E extends { db: Database } = { db: Database }> = {
  /** From the request alone. @throws Problem for what cannot be a secret; it costs no trip */
  parseCredentials(introduction: CredentialSource): P
  /** Unsent: it travels with what the route reads. */
  lookup(db: Database, presented: P, installSid: SidOf<'AI'> | undefined): Statement<A>
  scope(presented: P): CallerScope
  /** Who it is; what they may do is not asked yet. @throws Problem when nobody is known by it */
  authenticate(env: E, presented: P, answer: A): Promise<C> | C
  /** The sid of the credential, operator or user that acts. */
  actor(caller: C): string
}

/** The gate of areas A and B: API credentials and the tokens that were issued to them. */
export const apiAuthenticator: Authenticator<RequestCredentials, CredentialRow[] | TokenRow[], Caller> = {
  parseCredentials: ({ header }) => parseRequestCredentials(header('token'), header('authorization')),
  lookup: readAuthority,
  scope: callerScopeOf,
  authenticate: async ({ db }, shown, rows) => {
    await recordReuse(db, rows)
    return toCaller(shown, rows)
  },
  actor: auditActorOf,
}
