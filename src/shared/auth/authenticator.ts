import type { Database, Statement } from '../../../db/client.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { Judged } from './authorize.ts'
import {
  auditActorOf,
  type Bound,
  type Caller,
  type Presented,
  presented,
  readAuthority,
  toCaller,
} from './caller.ts'
import { type Reach, reachOf } from './caller-scope.ts'
import type { CredentialRow, TokenRow } from './credential-lookup.ts'
import { noteReuse } from './token-reuse.ts'

/** What a request says of who sent it. */
export type Introduction = {
  method: string
  header(name: string): string | undefined
  cookie(name: string): string | undefined
  /** The origin that clients see. */
  baseUrl: string
}

/** A caller as every area knows it: by what it is judged, to what it is bound and whose it is. */
export type Known = Judged & Bound & { accountSid?: SidOf<'AC'>; applicationSid?: SidOf<'AP'> }

/** How an area learns who calls: `P` is what was presented, `A` what the database knows of it, `C` the caller. */
export type Gate<P, A, C extends Known, E extends { db: Database } = { db: Database }> = {
  /** From the request alone. @throws Problem for what cannot be a secret; it costs no trip */
  present(introduction: Introduction): P
  /** Unsent: it travels with what the route reads. */
  read(db: Database, presented: P, installSid: SidOf<'AI'> | undefined): Statement<A>
  reach(presented: P): Reach
  /** Who it is; what they may do is not asked yet. @throws Problem when nobody is known by it */
  identify(env: E, presented: P, answer: A): Promise<C> | C
  /** The sid of the credential, operator or user that acts. */
  actor(caller: C): string
}

/** The gate of areas A and B: API credentials and the tokens that were issued to them. */
export const apiGate: Gate<Presented, CredentialRow[] | TokenRow[], Caller> = {
  present: ({ header }) => presented(header('token'), header('authorization')),
  read: readAuthority,
  reach: reachOf,
  identify: async ({ db }, shown, rows) => {
    await noteReuse(db, rows)
    return toCaller(shown, rows)
  },
  actor: auditActorOf,
}
