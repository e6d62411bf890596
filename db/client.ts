import { type NeonQueryFunction, neon, neonConfig } from '@neondatabase/serverless'
import { drizzle, type NeonHttpDatabase } from 'drizzle-orm/neon-http'
import { databaseContext } from './context.ts'
import { withResends } from './resend.ts'
import { prepare, type StatementResults, type Statements } from './statement.ts'
import { withSettings } from './transaction-settings.ts'

export type { Statement, StatementResults, Statements } from './statement.ts'

export type Database = NeonHttpDatabase & { $client: NeonQueryFunction<boolean, boolean> }

type Service = { fetch(input: string, init?: RequestInit): Promise<Response> }

/** The timeout of a round trip in ms, unless the context has another. It includes the resends. */
const roundTripTimeoutMs = 10_000

// The driver's only hook is global, so each client passes its own service in its options.
neonConfig.fetchFunction = async (input: string, { via, ...init }: RequestInit & { via: Service }) => {
  const { roundTrips, timeoutMs = roundTripTimeoutMs } = databaseContext() ?? {}
  const startedAt = Date.now()
  const signal = AbortSignal.timeout(timeoutMs)
  // Counted when it ends: work that continues after the response does not belong to the request.
  const send = async () => {
    try {
      return await via.fetch(input, { ...init, signal })
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
 * Opens Neon's HTTP driver; sends nothing before the first statement.
 * @param via responds in place of Neon's own address: the local stack binds its own `/sql` endpoint here
 */
export const connect = (databaseUrl: string, via: Service = internet): Database =>
  drizzle(withSettings(neon(databaseUrl, { fetchOptions: { via } }), databaseContext), {
    casing: 'snake_case',
  })

/**
 * Sends the statements as one transaction in one round trip, in the order of the record.
 * @returns the result of each statement under its name
 */
export async function batch<S extends Statements>(
  { $client }: Database,
  statements: S,
): Promise<StatementResults<S>> {
  const prepared = Object.values(statements).flat().map(prepare)
  const queries = prepared.map(({ text, params, arrayMode }) =>
    $client.query<boolean, boolean>(text, params, { arrayMode, fullResults: true }),
  )
  const sent: unknown[] = queries.length === 0 ? [] : await $client.transaction(queries)
  let at = 0
  const next = () => prepared[at]?.read(sent[at++])
  const results = Object.entries(statements).map(([name, statement]) => [
    name,
    Array.isArray(statement) ? statement.map(next) : next(),
  ])
  return Object.fromEntries(results) as StatementResults<S>
}
