// Records the round trips of a request with an `Idempotency-Key`, so that its transactions also store what a replay needs.

import { createHash, randomUUID } from 'node:crypto'
import type { Database, Transact } from '../../../db/client.ts'
import type { DirectQuery, DirectResult } from '../../../db/direct-client.ts'
import { prepare, type Statement } from '../../../db/statement.ts'
import type { Seal } from '../crypto/seal.ts'
import { databaseError } from '../problems/failure.ts'
import { capturing } from './capture.ts'
import { keepResults, type NewUse, requireFree } from './queries.ts'

/** The outcome of a round trip, as the request has seen it. */
export type Trip = { statements: string } & ({ results: DirectResult[] } | { error: Record<string, unknown> })

/** What a replay needs, and a dump of the database must not reveal. */
export type Sealed = {
  seed: string
  now: number
  /** The header `If-Match`. */
  ifMatch: string | undefined
  trips: Trip[]
  last: string
}

/** Identifies the statements of a batch. A replay uses results only for the same statements. */
export const statementsHash = (queries: readonly DirectQuery[]): string =>
  createHash('sha256')
    .update(JSON.stringify(queries.map(({ text }) => text)))
    .digest('base64url')

type Options = {
  db: Database
  sealed: Seal
  use: Omit<NewUse, 'owner' | 'since'>
  request: Pick<Sealed, 'seed' | 'now' | 'ifMatch'>
  /** The path and the body, which can name users. */
  text: string
}

export class Recorder {
  readonly #options: Options
  readonly #owner = randomUUID()
  readonly #trips: Trip[] = []
  #since: string | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Stores the results of the following round trips. @param since the time of the database before they were read */
  begin(since: string): void {
    this.#since = since
  }

  readonly through =
    (transact: Transact): Transact =>
    async queries => {
      const statements = statementsHash(queries)
      try {
        const results = await (this.#since === undefined
          ? transact(queries)
          : this.#write(transact, queries, this.#since))
        this.#trips.push({ statements, results })
        return results
      } catch (error) {
        this.#trips.push({ statements, error: fieldsOf(error) })
        throw error
      }
    }

  async #write(transact: Transact, queries: readonly DirectQuery[], since: string): Promise<DirectResult[]> {
    const { db, request, sealed: seal, text: requestText } = this.#options
    const use: NewUse = { ...this.#options.use, owner: this.#owner, since }
    const content: Sealed = { ...request, trips: this.#trips, last: statementsHash(queries) }
    const text = JSON.stringify(content)
    const kept = {
      text: await seal.seal({ purpose: 'idempotency', sid: this.#owner }, text),
      named: uuidsIn(requestText, text, JSON.stringify(queries.map(({ params }) => params))),
      statements: queries.length,
    }
    const captured = queries.map((query, position) => ({
      ...query,
      text: capturing(query.text, `rows_${position}`),
    }))
    const results = await transact([
      queryOf(requireFree(db, use)),
      ...captured,
      queryOf(keepResults(db, use, kept)),
    ])
    return results.slice(1, -1)
  }
}

const queryOf = (statement: Statement): DirectQuery => {
  const { text, params, arrayMode } = prepare(statement)
  return { text, params, arrayMode }
}

const uuid = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/g

/** Returns the uuids of the texts. Sids contain one, too. */
const uuidsIn = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap(text => text.match(uuid) ?? []).map(found => found.replaceAll('-', ''))),
]

/** Returns the fields of an error of the database; without them, a replay cannot fail in the same way. */
function fieldsOf(error: unknown): Record<string, unknown> {
  const failed = databaseError(error)
  return failed ? { ...failed, name: failed.name, message: failed.message } : {}
}
