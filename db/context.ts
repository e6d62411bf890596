// The context of all round trips of a request or of a scheduled task: their counter, their timeout and their settings.

import { AsyncLocalStorage } from 'node:async_hooks'

/** The number of round trips to the database, and their total duration. */
export type RoundTrips = { count: number; durationMs: number }

/**
 * Settings of each transaction: `traceparent` is the default of `event.traceparent`, `audit` is read by
 * `audit_changes`.
 */
export type TransactionSettings = { traceparent?: string | undefined; audit?: string | undefined }

/** Random bytes and a time that can be drawn again. */
export type Draws = {
  bytes(count: number): Uint8Array
  /** Ascending numbers, so that sids of one request sort by their creation. */
  count(): number
  readonly now: Date
}

/** The context of the statements that run within `runWithDatabaseContext`. */
export type DatabaseContext = TransactionSettings & {
  roundTrips: RoundTrips
  /** The timeout of each statement in ms; 30 s by default. A round trip takes at most a second more. */
  timeoutMs?: number
  /** With it, each transaction also reads what it has left to do. */
  outbox?: Outbox
  /** The isolation level of each transaction; read committed by default. */
  isolation?: 'RepeatableRead'
  /** With them, the random bytes and the time of the request can be drawn again. */
  draws?: Draws
}

/** What the transactions of a write have left to do. */
export type Outbox = {
  readsDue: boolean
  /** Whether deliveries were due at the end of a transaction: those that it inserted, or earlier ones. */
  isDue: boolean
  /** The accounts whose connections may have lost their token (`note_ended_account`). */
  endedAccounts: Set<string>
}

/** The actor of a write, and its request. The audit rows of the write contain them (`audit_changes`). */
export type AuditContext = {
  actor: string | null
  actorKind: string | null
  operation: string
  requestId: string
  address: string | null
}

const storage = new AsyncLocalStorage<DatabaseContext>()

/** The context of the code that runs now; undefined outside `runWithDatabaseContext`. */
export const databaseContext = (): DatabaseContext | undefined => storage.getStore()

/** Runs `work` in a context: counts its round trips, and sends the settings with each of them. */
export const runWithDatabaseContext = <T>(context: DatabaseContext, work: () => Promise<T>): Promise<T> =>
  storage.run(context, work)

/** Sets the audit context of the following round trips within `runWithDatabaseContext`; undefined clears it. */
export function setAuditContext(writer: AuditContext | undefined): void {
  const context = storage.getStore()
  if (context) context.audit = writer && JSON.stringify(writer)
}

/** Runs `work`, and collects in `outbox` what its transactions have left to do. */
export const withOutbox = <T>(outbox: Outbox, work: () => Promise<T>): Promise<T> =>
  storage.run({ roundTrips: { count: 0, durationMs: 0 }, ...storage.getStore(), outbox }, work)

/** Runs `work` with this isolation level for each transaction. */
export const withIsolation = <T>(isolation: 'RepeatableRead', work: () => T): T =>
  storage.run({ roundTrips: { count: 0, durationMs: 0 }, ...storage.getStore(), isolation }, work)

/** Runs `work` with these random bytes and this time. */
export const withDraws = <T>(draws: Draws, work: () => T): T =>
  storage.run({ roundTrips: { count: 0, durationMs: 0 }, ...storage.getStore(), draws }, work)

/** Runs `work` with this timeout for each statement, in ms. Undefined keeps the current timeout. */
export const withStatementTimeout = <T>(timeoutMs: number | undefined, work: () => T): T =>
  timeoutMs === undefined
    ? work()
    : storage.run({ roundTrips: { count: 0, durationMs: 0 }, ...storage.getStore(), timeoutMs }, work)
