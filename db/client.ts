import { AsyncLocalStorage } from 'node:async_hooks'
import { neon, neonConfig } from '@neondatabase/serverless'
import { drizzle, type NeonHttpDatabase } from 'drizzle-orm/neon-http'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
import { withResends } from './resend.ts'
import { type Settings, traced } from './traced.ts'

export type Database = NeonHttpDatabase

/** A statement that is built but not sent. */
export type Statement<T = unknown> = RunnableQuery<T, 'pg'>

/** What the statements of a record answer, under the same names. */
export type StatementResults<S extends Record<string, Statement>> = { [K in keyof S]: S[K]['_']['result'] }

/** What a request spent on the database. */
export type RoundTrips = { count: number; durationMs: number }

type Service = { fetch(input: string, init?: RequestInit): Promise<Response> }

/** What the database is asked for. `traceparent` is what the events that it writes keep of the request's trace. */
export type RequestContext = Settings & {
  roundTrips: RoundTrips
  /** How long a trip may take, in ms; 10 s unless given. */
  timeoutMs?: number
}

/** Who writes, and by which request; the audit rows of the writes hold it (`audit_changes`). */
export type AuditContext = {
  actor: string | null
  actorKind: string | null
  operation: string
  requestId: string
  address: string | null
}

const requestContext = new AsyncLocalStorage<RequestContext>()

/** Runs `work`, counts the round trips that it makes to the database, and tells it to which trace they belong. */
export const runWithRequestContext = <T>(request: RequestContext, work: () => Promise<T>): Promise<T> =>
  requestContext.run(request, work)

/** Sets who writes for the trips that follow within `runWithRequestContext`; undefined ends it. */
export function setAuditContext(writer: AuditContext | undefined): void {
  const request = requestContext.getStore()
  if (request) request.audit = writer && JSON.stringify(writer)
}

/** How long a trip may take, in ms, unless the request says otherwise. Resends are part of the trip. */
const roundTripTimeoutMs = 10_000

/** Runs `work` with another limit for each trip, in ms, if there is one. */
export const withRoundTripTimeout = <T>(timeoutMs: number | undefined, work: () => T): T =>
  timeoutMs === undefined
    ? work()
    : requestContext.run(
        { roundTrips: { count: 0, durationMs: 0 }, ...requestContext.getStore(), timeoutMs },
        work,
      )

// The driver's only hook is global, so each client names in its options whom to ask.
neonConfig.fetchFunction = async (input: string, { via, ...init }: RequestInit & { via: Service }) => {
  const { roundTrips, timeoutMs = roundTripTimeoutMs } = requestContext.getStore() ?? {}
  const startedAt = Date.now()
  const signal = AbortSignal.timeout(timeoutMs)
  // Counted at its end: work that goes on after the answer is not of the request.
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
 * Opens Neon's HTTP driver; nothing is sent before the first statement.
 * @param via answers instead of Neon's own address: the local stack binds its own `/sql` endpoint here
 */
export const connect = (databaseUrl: string, via: Service = internet): Database =>
  drizzle(
    traced(neon(databaseUrl, { fetchOptions: { via } }), () => requestContext.getStore()),
    { casing: 'snake_case' },
  )

/** Sends statements as one transaction in one round trip; for those whose answers nobody reads. */
export async function sendAll(db: Database, statements: readonly Statement[]): Promise<void> {
  await transact(db, statements)
}

/** Sends statements as one transaction and answers what is asked in the end. */
export async function sendAllAndAsk<T>(
  db: Database,
  statements: readonly Statement[],
  question: Statement<T>,
): Promise<T> {
  const answers = await transact(db, [...statements, question])
  return answers.at(-1) as T
}

/** Sends a batch. What may be sent again, is, as every request to the database is (resend.ts). */
async function transact(db: Database, [first, ...rest]: readonly Statement[]): Promise<readonly unknown[]> {
  return first ? await db.batch([first, ...rest]) : []
}

/** Sends statements as one transaction in one round trip and answers each under its name. */
export async function batch<S extends Record<string, Statement>>(
  db: Database,
  statements: S,
): Promise<StatementResults<S>> {
  const names = Object.keys(statements)
  const answers = await transact(db, Object.values(statements))
  return Object.fromEntries(names.map((name, at) => [name, answers[at]])) as StatementResults<S>
}
