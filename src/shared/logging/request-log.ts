// The line that a Worker writes of each request (docs/observability.md).

import { failureMembers } from './failure.ts'
import type { Log } from './log.ts'
import { spanOf, toTraceparent } from './trace.ts'

type Incoming = { requestId: string; method: string; traceparent: string | undefined }

/** Whoever calls, as far as the log tells: never which person it is. */
type Caller = {
  kind: string
  credentialSid?: string
  token?: { sid: string } | undefined
  accountSid?: string
  applicationSid?: string
  installSid: string | null
}

type Outcome = {
  status: number
  /** Undefined for a path that no route has. */
  operation?: LoggedOperation | undefined
  /** Undefined as long as nobody is known by what was presented. */
  caller?: Caller | undefined
  /** What the path names as the install, whatever it is. */
  installSid?: string | undefined
  /** What was thrown. */
  error?: unknown
}

/** An operation and its path as the route table has them: a path with its values tells of people. */
export type LoggedOperation = { operation?: string; route: string }

/** Begins to tell of a request: a log for what happens within it, what the database is told, and an end. */
export function startRequest(log: Log, { requestId, method, traceparent }: Incoming) {
  const startedAt = Date.now()
  const roundTrips = { count: 0, durationMs: 0 }
  const span = spanOf(traceparent)
  const { traceId, spanId, parentSpanId } = span
  const within: Log = (level, message, members) =>
    log(level, message, { requestId, traceId, spanId, parentSpanId, ...members })
  const mayWrite = parentSpanId !== undefined && method !== 'GET' && method !== 'HEAD'
  return {
    log: within,
    roundTrips,
    requestContext: { roundTrips, ...(mayWrite && { traceparent: toTraceparent(span) }) },
    /** Writes the line. What goes on after the answer is not in it. */
    end({ status, operation, caller, installSid, error }: Outcome): void {
      within(status < 500 ? 'info' : 'error', 'request', {
        ...{ ...operation, method, status, durationMs: Date.now() - startedAt },
        ...{ trips: roundTrips.count, dbMs: roundTrips.durationMs },
        caller: caller?.kind,
        credentialSid: caller?.credentialSid,
        tokenSid: caller?.token?.sid,
        accountSid: caller?.accountSid,
        applicationSid: caller?.applicationSid,
        installSid: installSid && /^AI[0-9a-f]{32}$/.test(installSid) ? installSid : caller?.installSid,
        ...(error !== undefined && failureMembers(error)),
      })
    },
  }
}
