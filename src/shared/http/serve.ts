// Turns a table of routes into the app of a Worker. Only this file and parameters.ts use Hono; pipeline.ts has the
// stages of a request.

import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { accepts } from 'hono/accepts'
import { getCookie } from 'hono/cookie'
import { runWithDatabaseContext } from '../../../db/context.ts'
import type { Authenticator, Principal } from '../auth/authenticator.ts'
import { orNotReady } from '../env.ts'
import { logFailure } from '../logging/failure.ts'
import { type Log, logOf } from '../logging/log.ts'
import { type LoggedOperation, startRequest } from '../logging/request-log.ts'
import { metricsPath, metricsResponse } from '../metrics/serve.ts'
import { once } from '../once.ts'
import { failure } from '../problems/failure.ts'
import { noSuchPath, Problem } from '../problems/problem.ts'
import { dropUnread } from './body.ts'
import { parameterValidators } from './parameters.ts'
import { parseCredentials } from './parse.ts'
import { serveRequest } from './pipeline.ts'
import { type AnyAuthenticator, type AnyRoute, initialState, type RequestContext } from './request-context.ts'
import { requestIdOf } from './request-id.ts'
import { type AreaEnv, byPath, operationIdOf, type Route } from './route.ts'
import { guard } from './security-headers.ts'
import { startDeferred } from './wait-until.ts'

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
 * @throws Error at start when two routes share a method and a path
 */
export function serve<E extends AreaEnv, C extends Principal>(
  worker: string,
  routes: readonly Route<E, C>[],
  readEnv: (bindings: unknown) => E,
  authenticator: Authenticator<unknown, unknown, C, NoInfer<E>>,
) {
  const app = new Hono<App>()
  const environment = once(orNotReady(readEnv))
  app.get(metricsPath, ({ env }) => metricsResponse(worker, env))
  app.use(logged(worker), finished, async (context, next) => {
    context.set('env', environment(context.env))
    await next()
  })

  const table: readonly AnyRoute[] = routes
  for (const [path, methods] of byPath(table)) {
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1')
    for (const route of methods) {
      const operation = { operation: operationIdOf(route), route: path }
      const started: MiddlewareHandler<App> = (context, next) => {
        const request = requestContextOf(context, route, authenticator)
        context.set('request', request)
        parseCredentials(request)
        return next()
      }
      app.on(
        [route.method],
        [pattern],
        note(operation),
        started,
        ...parameterValidators(route),
        (context: Context<App>) => serveRequest(context.var.request),
      )
    }
    const allow = allowedBy(methods)
    app.all(pattern, note({ route: path }), () => {
      throw new Problem('method_not_allowed', `Allowed here: ${allow}.`, { headers: { allow } })
    })
  }
  app.notFound(context => {
    context.error = noSuchPath(context.req.path)
    return failure(context.error, context)
  })
  app.onError(failure)
  return app
}

/** The state of a request before its first stage. */
function requestContextOf(
  context: Context<App>,
  route: AnyRoute,
  authenticator: AnyAuthenticator,
): RequestContext {
  const { req } = context
  const { env, log, requestId } = context.var
  return {
    ...initialState(),
    ...{ route, authenticator, env, log, requestId },
    db: env.db,
    request: req.raw,
    path: req.path,
    sentQuery: Object.keys(req.queries()),
    header: name => req.header(name),
    cookie: name => getCookie(context, name),
    preferred: mediaTypes =>
      accepts(context, { header: 'Accept', supports: [...mediaTypes], default: mediaTypes[0] }),
    setHeader: (name, value) => context.header(name, value),
    reply: (body, status, headers) => context.newResponse(body, status, headers),
    waitUntil: work =>
      context.executionCtx.waitUntil(startDeferred(work).catch(error => logFailure(log, error))),
    // Computed on demand, because only lists read it.
    get url() {
      return new URL(req.path + new URL(req.url).search, env.baseUrl)
    },
  }
}

/** Hono serves HEAD with the handler of GET, with the same headers. */
const allowedBy = (routes: readonly { method: string }[]): string =>
  routes.map(({ method }) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase())).join(', ')

/** Adds the security headers to every response, and discards a small unread body. */
const finished: MiddlewareHandler<App> = async (context, next) => {
  await next()
  guard(context.res.headers, context.var.env?.baseUrl ?? context.req.url)
  await dropUnread(context.req.raw)
}

/** Notes the operation for the log. */
const note =
  (operation: LoggedOperation): MiddlewareHandler<App> =>
  (context, next) => {
    context.set('operation', operation)
    context.set('installSid', context.req.param('installSid'))
    return next()
  }

/** Logs the request. In the local stack, `server-timing` contains its round trips and their duration. */
function logged(worker: string): MiddlewareHandler<App> {
  const logs = once(bindings => logOf(worker, bindings))
  return async (context, next) => {
    const { method } = context.req
    const traceparent = context.req.header('traceparent')
    const requestId = requestIdOf(context.req.raw.headers)
    context.set('requestId', requestId)
    const request = startRequest(logs(context.env), { requestId, method, traceparent })
    context.set('log', request.log)
    await runWithDatabaseContext(request.databaseContext, next)
    const { count, durationMs } = request.roundTrips
    const { status, headers } = context.res
    headers.set('x-request-id', requestId)
    // Not `context.header`, which would build the response again.
    if (context.var.env?.showRoundTrips)
      headers.set('server-timing', `db;dur=${durationMs};desc="${count} trips"`)
    const { operation, installSid } = context.var
    const caller = context.var.request?.caller
    request.end({ operation, installSid, caller, status, error: context.error })
  }
}
