// The state of one request. Each stage of the pipeline reads it and adds its own result.

import type * as z from 'zod'
import type { Statements } from '../../../db/client.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { Authenticator, Principal } from '../auth/authenticator.ts'
import type { Use } from '../idempotency/queries.ts'
import type { Recorder } from '../idempotency/recorder.ts'
import type { Log } from '../logging/log.ts'
import type { Problem } from '../problems/problem.ts'
import type { Reading } from './reserved-reads.ts'
import type { AreaEnv, Attempt, HandlerInput, Route, Shape } from './route.ts'

/** A route and an authenticator of any area. Only their own methods use their exact types. */
export type AnyRoute = Route<AreaEnv, Principal>
export type AnyAuthenticator = Authenticator<unknown, unknown, Principal, AreaEnv>

/** The key of a request, and what its replay needs. */
export type KeyedRequest = {
  key: string
  requestHash: string
  recorder: Recorder
  /** The use of the key by an earlier request, as `load` has read it. */
  used: Use['used']
}

/** The record of a request with `If-Match`, as `load` has read it. */
export type LoadedRecord = { loaded: Record<string, unknown>; digest: string }

export type RequestContext = HandlerInput<
  Shape,
  Shape,
  z.ZodType,
  Statements,
  AreaEnv,
  Principal | undefined
> & {
  readonly route: AnyRoute
  /** The operation that reads the record of a PUT or a DELETE. */
  readonly record: AnyRoute | undefined
  readonly authenticator: AnyAuthenticator
  readonly request: Request
  readonly path: string
  readonly requestId: string
  readonly log: Log
  /** The names of the parameters that the query string contains. */
  readonly sentQuery: readonly string[]
  cookie(name: string): string | undefined
  /** Of these media types, the one that the client prefers; the first by default. */
  preferred(mediaTypes: readonly [string, ...string[]]): string
  /** The headers of the response, also of a problem. */
  readonly headers: Record<string, string>

  // parse
  /** The result of `authenticator.parseCredentials`; undefined for an open operation. */
  credentials: unknown
  installSid: SidOf<'AI'> | undefined
  bodyError: z.ZodError | Problem | undefined
  /** The SHA-256 of the body that was read, if the request has an `Idempotency-Key`. */
  bodyHash: string | undefined
  mediaType: 'application/json' | 'text/csv'
  // precondition
  /** The header `If-Match` of a PUT or a DELETE. */
  ifMatch: string | undefined
  loadedRecord: LoadedRecord | undefined
  // idempotency
  idempotency: KeyedRequest | undefined
  // attempt
  attempt: (Attempt & { caller: Principal }) | undefined
  // load
  /** The result of the statement of the attempt. */
  attempted: unknown
  /** The rows that `authenticator.lookup` selects. */
  authority: unknown
  /** The row of `countNoted`, if the lookup has not counted the request itself. */
  counted: unknown
  /** How the request is counted, if it is a read. `caller`: the name of the caller in `ReservedReads`. */
  reading: (Reading & { caller: string }) | undefined
  /** Whether a lookup of the caller has counted the request. */
  isCounted: boolean
  // handle
  result: unknown
}

/** A response that lacks the headers of every response. The names of its headers are in lower case. */
export type Reply = {
  body: string | ReadableStream | null
  status: number
  headers: Record<string, string>
}

/** The initial values of the members that the stages set. */
export const initialState = () => ({
  ...{ params: {}, query: {}, body: undefined, bodyError: undefined, installSid: undefined },
  ...{ credentials: undefined, authority: undefined, caller: undefined },
  ...{ bodyHash: undefined, idempotency: undefined, loadedRecord: undefined },
  ...{ attempt: undefined, attempted: undefined, counted: undefined, reading: undefined, isCounted: false },
  ...{ loaded: {}, result: undefined, headers: {}, mediaType: 'application/json' as const },
})
