import { type HTTPQueryOptions, neon } from '@neondatabase/serverless'
import { drizzle, type NeonHttpDatabase } from 'drizzle-orm/neon-http'
import { type DatabaseContext, databaseContext } from './context.ts'
import { type DirectQuery, type DirectResult, directClient } from './direct-client.ts'
import { withResends } from './resend.ts'
import { prepare, type StatementResults, type Statements } from './statement.ts'
import { noteEnd, transactionEnd } from './transaction-end.ts'
import { settingsStatement } from './transaction-settings.ts'

export type { Statement, StatementResults, Statements } from './statement.ts'

export type Transact = (queries: readonly DirectQuery[]) => Promise<DirectResult[]>

/** Drizzle's own `batch` is not part of it: it would send its statements one by one. */
export type Database = Omit<NeonHttpDatabase, 'batch' | 'transaction'> & {
  /** Sends statements as one transaction, with the settings of the context. */
  $transact: Transact
  /** Returns a database whose transactions are sent through `wrap`. */
  $through(wrap: (transact: Transact) => Transact): Database
}

type Service = { fetch(input: string, init?: RequestInit): Promise<Response> }

/** The `statement_timeout` of the role (db/migrations/0000_baseline.sql) in ms, unless the context has another. */
const statementTimeoutMs = 30_000

/**
 * How much longer a round trip may take in ms, so that the database answers which statement was cancelled. A database
 * without the timeout, or one that is frozen, gets no more time.
 */
const answerMs = 1_000

/** Sends one request to the database: resends it where that is safe, and counts each request as a round trip. */
async function sendVia(via: Service, url: string, init: RequestInit): Promise<Response> {
  const { roundTrips, isolation, timeoutMs = statementTimeoutMs } = databaseContext() ?? {}
  const headers = isolation ? { ...init.headers, 'Neon-Batch-Isolation-Level': isolation } : init.headers
  const startedAt = Date.now()
  const signal = AbortSignal.timeout(timeoutMs + answerMs) // it includes the resends
  // Counted when it ends, so that a round trip that continues after the response does not count for the request.
  const send = async () => {
    try {
      return await via.fetch(url, { ...init, ...(headers && { headers }), signal })
    } finally {
      if (roundTrips) roundTrips.count += 1
    }
  }
  try {
    return await withResends(send)
  } finally {
    if (roundTrips) roundTrips.durationMs += Date.now() - startedAt
  }
}

const internet: Service = { fetch: (input, init) => fetch(input, init) }

/**
 * Opens a database; sends nothing before the first statement. Drizzle sends a single statement like `batch`.
 * @param via receives the requests instead of Neon's address; the local stack passes its own `/sql` endpoint
 */
export function connect(databaseUrl: string, via: Service = internet): Database {
  return databaseOf(
    databaseUrl,
    withContext(directClient(databaseUrl, (url, init) => sendVia(via, url, init))),
  )
}

function databaseOf(databaseUrl: string, transact: Transact): Database {
  const query = async (text: string, params: unknown[] = [], { arrayMode = false }: Options = {}) =>
    (await transact([{ text, params, arrayMode }]))[0]
  const client = Object.assign(neon(databaseUrl), { query })
  return Object.assign(drizzle(client, { casing: 'snake_case' }), {
    $transact: transact,
    $through: (wrap: (transact: Transact) => Transact) => databaseOf(databaseUrl, wrap(transact)),
  })
}

type Options = HTTPQueryOptions<boolean, boolean>

/** Adds the statements of the context: the settings first, and last what the write has left to do. */
const withContext =
  (transact: Transact): Transact =>
  async queries => {
    const context: Partial<DatabaseContext> = databaseContext() ?? {}
    const settings = settingsStatement(context)
    const first = settings ? [settings] : []
    const { outbox } = context
    if (!outbox) return (await transact([...first, ...queries])).slice(first.length)
    const results = await transact([...first, ...queries, transactionEnd(outbox)])
    noteEnd(outbox, results.pop())
    return results.slice(first.length)
  }

/**
 * Sends the statements as one transaction in one round trip, in the order of the record.
 * @returns the result of each statement under its name
 */
export async function batch<S extends Statements>(
  { $transact }: Database,
  statements: S,
): Promise<StatementResults<S>> {
  const prepared = Object.values(statements).flat().map(prepare)
  const results = prepared.length === 0 ? [] : await $transact(prepared)
  let at = 0
  return toResults(statements, () => prepared[at]?.read(results[at++]))
}

/** Returns the results under the names of their statements. `next` is called once for each statement, in order. */
function toResults<S extends Statements>(statements: S, next: () => unknown): StatementResults<S> {
  const results = Object.entries(statements).map(([name, statement]) => [
    name,
    Array.isArray(statement) ? statement.map(next) : next(),
  ])
  return Object.fromEntries(results) as StatementResults<S>
}
