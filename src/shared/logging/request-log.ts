// The log line of each request (docs/observability.md).

import { once } from '../once.ts'
import { failureMembers } from './failure.ts'
import { type Log, membersOf } from './log.ts'
import { spanOf, toTraceparent } from './trace.ts'

type Incoming = { requestId: string; method: string; traceparent: string | undefined }

/** The caller in the log. It never identifies a person. */
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
  /** Undefined for a path without a route. */
  operation?: LoggedOperation | undefined
  /** Undefined while the caller is not authenticated. */
  caller?: Caller | undefined
  /** The install of the path as it was sent. */
  installSid?: string | undefined
  /** The error that was thrown. */
  error?: unknown
}

/** An operation and its path in the route table. A path with its values may contain personal data. */
export type LoggedOperation = { operation?: string; route: string }

/** Starts a request: its log, the context of its statements, and the function that writes its line. */
export function startRequest(log: Log, { requestId, method, traceparent }: Incoming) {
  const startedAt = Date.now()
  const roundTrips = { count: 0, durationMs: 0 }
  // Computed on demand: a line that is not written needs no span.
  const span = once(() => spanOf(traceparent))
  const identity = () => {
    const { traceId, spanId, parentSpanId } = span()
    return { requestId, traceId, spanId, parentSpanId }
  }
  const within: Log = (level, message, members) =>
    log(level, message, isWritten => ({ ...(isWritten && identity()), ...membersOf(members, isWritten) }))
  const mayWrite = traceparent !== undefined && method !== 'GET' && method !== 'HEAD'
  const isTraced = mayWrite && span().parentSpanId !== undefined
  return {
    log: within,
    roundTrips,
    databaseContext: { roundTrips, ...(isTraced && { traceparent: toTraceparent(span()) }) },
    /** Writes the line. It excludes work that continues after the response. */
    end({ status, operation, caller, installSid, error }: Outcome): void {
      within(status < 500 ? 'info' : 'error', 'request', () => ({
        ...{ ...operation, method, status, durationMs: Date.now() - startedAt },
        ...{ trips: roundTrips.count, dbMs: roundTrips.durationMs },
        caller: caller?.kind,
        credentialSid: caller?.credentialSid,
        tokenSid: caller?.token?.sid,
        accountSid: caller?.accountSid,
        applicationSid: caller?.applicationSid,
        installSid: installSid && /^AI[0-9a-f]{32}$/.test(installSid) ? installSid : caller?.installSid,
        ...(error !== undefined && failureMembers(error)),
      }))
    },
  }
}
