// The state of one request. Each stage of the pipeline reads it and adds its own result.

import type * as z from 'zod'
import type { Statements } from '../../../db/client.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { Authenticator, Principal } from '../auth/authenticator.ts'
import { emptyScope } from '../auth/caller-scope.ts'
import type { Log } from '../logging/log.ts'
import type { Problem } from '../problems/problem.ts'
import type { AreaEnv, HandlerInput, Route, Shape } from './route.ts'

/** A route, and an authenticator, of any area. Their own types are closed over by their methods. */
export type AnyRoute = Route<AreaEnv, Principal>
export type AnyAuthenticator = Authenticator<unknown, unknown, Principal, AreaEnv>

export type RequestContext = HandlerInput<
  Shape,
  Shape,
  z.ZodType,
  Statements,
  AreaEnv,
  Principal | undefined
> & {
  readonly route: AnyRoute
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
  /** Sets a header of the response, also of a problem. */
  setHeader(name: string, value: string): void
  reply(body: string | ReadableStream | null, status: ReplyStatus, headers?: Record<string, string>): Response

  // parse
  /** What `authenticator.parseCredentials` returns; undefined for an open operation. */
  credentials: unknown
  installSid: SidOf<'AI'> | undefined
  bodyError: z.ZodError | Problem | undefined
  mediaType: 'application/json' | 'text/csv'
  // load
  /** The rows that `authenticator.lookup` selects. */
  authority: unknown
  // handle
  result: unknown
}

type ReplyStatus = 200 | 201 | 202 | 204

/** What the stages add, before the first stage. */
export const initialState = () => ({
  ...{ params: {}, query: {}, body: undefined, bodyError: undefined, installSid: undefined },
  ...{ credentials: undefined, callerScope: emptyScope, authority: undefined, caller: undefined },
  ...{ loaded: {}, result: undefined, mediaType: 'application/json' as const },
})
