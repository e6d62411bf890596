import type { Database, Statement } from '../../../db/client.ts'
import type { SidOf } from '../../../db/sid.ts'
import { type Asked, authorise } from './authorise.ts'
import { type Bound, type Caller, type Presented, presented, readAuthority, toCaller } from './caller.ts'
import { type Reach, reachOf } from './reach.ts'
import type { CredentialRow, TokenRow } from './read.ts'
import { noteReuse } from './reuse.ts'

/** What a request says of who sent it. */
export type Introduction = {
  method: string
  header(name: string): string | undefined
  cookie(name: string): string | undefined
  /** The origin that clients see. */
  baseUrl: string
}

/** How an area learns who calls: `P` is what was presented, `A` what the database knows of it, `C` the caller. */
export type Gate<P, A, C extends Bound, E extends { db: Database } = { db: Database }> = {
  /** From the request alone. @throws Problem for what cannot be a secret; it costs no trip */
  present(introduction: Introduction): P
  /** Unsent: it travels with what the route reads. */
  read(db: Database, presented: P, installSid: SidOf<'AI'> | undefined): Statement<A>
  reach(presented: P): Reach
  /** @throws Problem when nobody is known by it, or who is may not do what is asked */
  admit(env: E, presented: P, answer: A, asked: Asked): Promise<C> | C
}

/** The gate of areas A and B: API credentials and the tokens that were issued to them. */
export const apiGate: Gate<Presented, CredentialRow[] | TokenRow[], Caller> = {
  present: ({ header }) => presented(header('token'), header('authorization')),
  read: readAuthority,
  reach: reachOf,
  admit: async ({ db }, shown, rows, asked) => {
    await noteReuse(db, rows)
    const caller = toCaller(shown, rows)
    authorise(caller, asked)
    return caller
  },
}
