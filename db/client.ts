import { AsyncLocalStorage } from 'node:async_hooks'
import { neon, neonConfig } from '@neondatabase/serverless'
import { drizzle, type NeonHttpDatabase } from 'drizzle-orm/neon-http'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
import { type Settings, traced } from './traced.ts'

export type Database = NeonHttpDatabase

/** A statement that is built but not sent. */
export type Statement<T = unknown> = RunnableQuery<T, 'pg'>

/** What the statements of a record answer, under the same names. */
export type Answers<S extends Record<string, Statement>> = { [K in keyof S]: S[K]['_']['result'] }

/** What a request spent on the database. */
export type Trips = { count: number; durationMs: number }

type Service = { fetch(input: string, init?: RequestInit): Promise<Response> }

/** What the database is asked for. `traceparent` is what the events that it writes keep of the request's trace. */
export type Asking = Settings & { trips: Trips }

/** Who writes, and by which request; the audit rows of the writes hold it (`audit_changes`). */
export type Writer = {
  actor: string | null
  actorKind: string | null
  operation: string
  requestId: string
  address: string | null
}

const asking = new AsyncLocalStorage<Asking>()

/** Runs `work`, counts the round trips that it makes to the database, and tells it to which trace they belong. */
export const askingFor = <T>(request: Asking, work: () => Promise<T>): Promise<T> => asking.run(request, work)

/** Sets who writes for the trips that follow within `askingFor`; undefined ends it. */
export function writeAs(writer: Writer | undefined): void {
  const request = asking.getStore()
  if (request) request.audit = writer && JSON.stringify(writer)
}

/**
 * How long a trip may take, in ms. Neon's proxy gives a statement up earlier and cancels it (neondatabase/neon#7031); this
 * is for when the proxy itself is silent.
 */
const databaseWithinMs = 60_000

// The driver's only hook is global, so each client names in its options whom to ask.
neonConfig.fetchFunction = async (input: string, { via, ...init }: RequestInit & { via: Service }) => {
  const counter = asking.getStore()?.trips
  const startedAt = Date.now()
  try {
    return await via.fetch(input, { ...init, signal: AbortSignal.timeout(databaseWithinMs) })
  } finally {
    if (counter) {
      counter.count += 1
      counter.durationMs += Date.now() - startedAt
    }
  }
}

const internet: Service = { fetch: (input, init) => fetch(input, init) }

/**
 * Opens Neon's HTTP driver; nothing is sent before the first statement.
 * @param via answers instead of Neon's own address: the local stack binds its own `/sql` endpoint here
 */
export const connect = (databaseUrl: string, via: Service = internet): Database =>
  drizzle(
    traced(neon(databaseUrl, { fetchOptions: { via } }), () => asking.getStore()),
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

/** Sends a batch, and once more when it was undone because another transaction waited for it (deadlock). */
async function transact(db: Database, [first, ...rest]: readonly Statement[]): Promise<readonly unknown[]> {
  if (!first) return []
  try {
    return await db.batch([first, ...rest])
  } catch (error) {
    if (!isDeadlock(error)) throw error
    return await db.batch([first, ...rest])
  }
}

/** SQLSTATE 40P01: nothing of the transaction is left, so it may be sent again. */
const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '40P01'

/** Sends statements as one transaction in one round trip and answers each under its name. */
export async function together<S extends Record<string, Statement>>(
  db: Database,
  statements: S,
): Promise<Answers<S>> {
  const names = Object.keys(statements)
  const answers = await transact(db, Object.values(statements))
  return Object.fromEntries(names.map((name, at) => [name, answers[at]])) as Answers<S>
}
