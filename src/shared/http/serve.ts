// Turns a table of routes into the app of a Worker. Only this file and parameters.ts use Hono; pipeline.ts has the
// stages of a request.

import { type Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { getCookie } from 'hono/cookie'
import { runWithDatabaseContext } from '../../../db/context.ts'
import type { Authenticator, Principal } from '../auth/authenticator.ts'
import { type CallerScope, emptyScope } from '../auth/caller-scope.ts'
import { orNotReady } from '../env.ts'
import { logFailure } from '../logging/failure.ts'
import { type Log, logOf } from '../logging/log.ts'
import { type LoggedOperation, startRequest } from '../logging/request-log.ts'
import { metricsPath, metricsResponse } from '../metrics/serve.ts'
import { once } from '../once.ts'
import { failureReply } from '../problems/failure.ts'
import { noSuchPath, Problem } from '../problems/problem.ts'
import { recordOf } from './etag.ts'
import { parameterValidator } from './parameters.ts'
import { parseCredentials } from './parse.ts'
import { serveRequest } from './pipeline.ts'
import {
  type AnyAuthenticator,
  type AnyRoute,
  initialState,
  type Reply,
  type RequestContext,
} from './request-context.ts'
import { requestIdOf } from './request-id.ts'
import { type AreaEnv, byPath, operationIdOf, type Route } from './route.ts'
import { guard, guardsOf } from './security-headers.ts'
import type { StreamRoute } from './stream.ts'
import { withNarrowing } from './too-slow.ts'
import { withUnread } from './unread-body.ts'
import { type DeferredWork, startDeferred } from './wait-until.ts'

type App = {
  Bindings: Record<string, unknown>
  Variables: {
    env: AreaEnv
    log: Log
    requestId: string
    operation?: LoggedOperation
    installSid?: string | undefined
    request: RequestContext
  }
}

/**
 * Serves a table of routes.
 * @param worker the Worker's name in the log
 * @param readEnv turns a Worker's raw bindings into the area's environment, once per isolate
 * @param streams routes whose bodies are files; they need no credential
 * @throws Error at start when two routes share a method and a path
 */
export function serve<E extends AreaEnv, C extends Principal>(
  worker: string,
  routes: readonly Route<E, C>[],
  readEnv: (bindings: unknown) => E,
  authenticator: Authenticator<unknown, unknown, C, NoInfer<E>>,
  streams: readonly StreamRoute<NoInfer<E>>[] = [],
) {
  const app = new Hono<App>()
  const environment = once(orNotReady(readEnv))
  const logs = once(bindings => logOf(worker, bindings))
  // One handler for each path, so that Hono only routes: each further handler of a request is a further promise.
  const served = (work: Work) => (context: Context<App>) =>
    logged(logs(context.env), context, async () => {
      context.set('env', environment(context.env))
      return await work(context)
    })
  app.get(metricsPath, ({ env }) => metricsResponse(worker, env))

  for (const [path, methods] of Map.groupBy(streams, stream => stream.path)) {
    const works = new Map(methods.map(stream => [stream.method.toUpperCase(), streamed(stream)]))
    // HEAD, which Hono serves with the handler of GET, would use up an address that works once.
    const refuse = refusalOf(path, [...works.keys()].join(', '))
    app.all(
      patternOf(path),
      served(context => (works.get(context.req.method) ?? refuse)(context)),
    )
  }
  const table: readonly AnyRoute[] = routes
  for (const [path, methods] of byPath(table)) {
    const works = new Map(
      methods.map(route => [
        route.method.toUpperCase(),
        workOf(route, recordOf(route, table), authenticator),
      ]),
    )
    const refuse = refusalOf(path, allowedBy(methods))
    const handler = served(context => (works.get(methodOf(context)) ?? refuse)(context))
    app.all(patternOf(path), handler)
  }
  app.notFound(
    served(({ req }) => {
      throw noSuchPath(req.path)
    }),
  )
  return app
}

/** What a request is served with. Files come as a response. */
type Served = Reply | Response

/** Serves a request whose environment is ready. */
type Work = (context: Context<App>) => Promise<Served> | Served

/** Hono serves HEAD with the handler of GET, with the same headers. */
const methodOf = ({ req: { method } }: Context<App>): string => (method === 'HEAD' ? 'GET' : method)

function workOf(route: AnyRoute, record: AnyRoute | undefined, authenticator: AnyAuthenticator): Work {
  const operation = { operation: operationIdOf(route), route: route.path }
  const validateParameters = parameterValidator(route)
  return async context => {
    note(context, operation)
    const request = requestContextOf(context, { route, record, authenticator })
    context.set('request', request)
    parseCredentials(request)
    await validateParameters(context)
    return await serveRequest(request).catch(error => {
      throw withNarrowing(error, route)
    })
  }
}

const patternOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

const allowedBy = (routes: readonly AnyRoute[]): string =>
  routes.map(({ method }) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase())).join(', ')

const streamed =
  <E extends AreaEnv>({ operationId, path, handle }: StreamRoute<E>): Work =>
  context => {
    const { env, log } = context.var
    note(context, { operation: operationId, route: path })
    const waitUntil = (work: DeferredWork) => deferred(context, log, work)
    return handle({ env: env as E, request: context.req.raw, params: context.req.param(), waitUntil })
  }

const deferred = ({ executionCtx }: Context<App>, log: Log, work: DeferredWork): void =>
  executionCtx.waitUntil(startDeferred(work).catch(error => logFailure(log, error)))

/** Refuses the methods that a path does not have. */
function refusalOf(path: string, allow: string): Work {
  return context => {
    note(context, { route: path })
    throw new Problem('method_not_allowed', `Allowed here: ${allow}.`, { headers: { allow } })
  }
}

/** The state of a request before its first stage. */
function requestContextOf(
  context: Context<App>,
  operation: Pick<RequestContext, 'route' | 'record' | 'authenticator'>,
): RequestContext {
  const { req } = context
  const { method } = operation.route
  const { env, log, requestId } = context.var
  let scope: CallerScope | undefined
  return {
    ...initialState(),
    ...operation,
    ...{ env, log, requestId },
    ifMatch: method === 'put' || method === 'delete' ? req.header('if-match') : undefined,
    db: env.db,
    request: req.raw,
    path: req.path,
    // Computed on demand, because only a CSV file reads it.
    get sentQuery() {
      return Object.keys(req.queries())
    },
    header: name => req.header(name),
    cookie: name => getCookie(context, name),
    preferred: mediaTypes =>
      accepts(context, { header: 'Accept', supports: [...mediaTypes], default: mediaTypes[0] }),
    waitUntil: work => deferred(context, log, work),
    // Computed on demand, because few statements need it.
    get callerScope() {
      if (this.credentials === undefined) return emptyScope
      scope ??= operation.authenticator.scope(this.credentials)
      return scope
    },
    // Computed on demand, because only lists read it.
    get url() {
      return new URL(req.path + new URL(req.url).search, env.baseUrl)
    },
  }
}

/** Notes the operation for the log. */
function note(context: Context<App>, operation: LoggedOperation): void {
  context.set('operation', operation)
  context.set('installSid', context.req.param('installSid'))
}

/**
 * Runs the work, converts its error to a response, and logs the request. In the local stack, `server-timing` contains its
 * round trips and their duration.
 */
async function logged(log: Log, context: Context<App>, work: () => Promise<Served>): Promise<Response> {
  const { method, raw } = context.req
  const requestId = requestIdOf(raw.headers)
  context.set('requestId', requestId)
  const traceparent = raw.headers.get('traceparent') ?? undefined
  const request = startRequest(log, { requestId, method, traceparent })
  context.set('log', request.log)
  const reply = await runWithDatabaseContext(request.databaseContext, () => finished(context, work))
  const { count, durationMs } = request.roundTrips
  const { env, operation, installSid, request: served } = context.var
  const headers = {
    'x-request-id': requestId,
    ...(env?.showRoundTrips && { 'server-timing': `db;dur=${durationMs};desc="${count} trips"` }),
  }
  const response = toResponse(reply, { ...served?.headers, ...headers }, env?.baseUrl ?? context.req.url)
  request.end({ operation, installSid, caller: served?.caller, status: reply.status, error: context.error })
  return response
}

/** Converts an error to a reply, and discards an unread body. */
async function finished(context: Context<App>, work: () => Promise<Served>): Promise<Served> {
  const reply = await work().catch((error: unknown) => {
    if (!(error instanceof Error)) throw error
    context.error = error
    return failureReply(error, { path: context.req.path, requestId: context.var.requestId })
  })
  const body = await withUnread(context.req.raw, reply.body)
  return reply instanceof Response ? reply : { ...reply, body }
}

/**
 * Returns the response with the security headers and `added`. It is built once, with all its headers: the runtime keeps an object
 * for each change and each copy of headers, and its garbage collector stops all requests to remove them.
 */
function toResponse(reply: Served, added: Record<string, string>, origin: string): Response {
  if (!(reply instanceof Response)) {
    const { body, status, headers } = reply
    return new Response(body, { status, headers: { ...guardsOf(origin), ...added, ...headers } })
  }
  for (const [name, value] of Object.entries(added)) reply.headers.set(name, value)
  guard(reply.headers, origin)
  return reply
}
