// The only file that meets Hono: it turns a table of routes into an app.

import { zValidator } from '@hono/zod-validator'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { accepts } from 'hono/accepts'
import { getCookie } from 'hono/cookie'
import { requestId } from 'hono/request-id'
import * as z from 'zod'
import { batch, runWithRequestContext, withRoundTripTimeout } from '../../../db/client.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { Authenticator, Principal } from '../auth/authenticator.ts'
import { authorize, requireOwn } from '../auth/authorize.ts'
import { emptyScope } from '../auth/caller-scope.ts'
import { orNotReady } from '../env.ts'
import { logFailure } from '../logging/failure.ts'
import { type Log, logOf } from '../logging/log.ts'
import { type LoggedOperation, startRequest } from '../logging/request-log.ts'
import { once } from '../once.ts'
import { failure } from '../problems/failure.ts'
import { fieldErrorsOf, invalid, unknownField } from '../problems/field-errors.ts'
import { Problem } from '../problems/problem.ts'
import { Sid } from '../values/sid.ts'
import { withAuditContext } from './audit-context.ts'
import { dropUnread, isCostly, readBody } from './body.ts'
import { paginate, streamOf, wholeOf } from './paginate.ts'
import { type AreaEnv, byPath, isOpen, operationIdOf, type Route, type Statements } from './route.ts'
import { guard } from './security-headers.ts'
import { type DeferredWork, startDeferred } from './wait-until.ts'

type Variables<E, P> = { env: E; presented: P; log: Log; caller?: Principal } & Noted
/** What the request's line says of where it came. */
type Noted = { operation?: LoggedOperation; installSid?: string | undefined }
type Served<E, P> = { Bindings: Record<string, unknown>; Variables: Variables<E, P> }

/**
 * Serves a table of routes.
 * @param worker what the log calls it
 * @param readEnv turns a Worker's raw bindings into the area's environment, once per isolate
 * @param gate how the area learns who calls
 * @throws Error at start when two routes share a method and a path
 */
export function serve<E extends AreaEnv, P, A, C extends Principal>(
  worker: string,
  routes: readonly Route<E, C>[],
  readEnv: (bindings: unknown) => E,
  gate: Authenticator<P, A, C, NoInfer<E>>,
) {
  const app = new Hono<Served<E, P>>()
  const environment = once(orNotReady(readEnv))
  app.use(requestId(), logged(worker), finished, async (context, next) => {
    context.set('env', environment(context.env))
    await next()
  })

  for (const [path, methods] of byPath(routes)) {
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1')
    for (const route of methods) {
      const operation = { operation: operationIdOf(route), route: path }
      app.on([route.method], [pattern], note(operation), ...checks(route, gate), context =>
        run(route, gate, context),
      )
    }
    const allow = allowedBy(methods)
    app.all(pattern, note({ route: path }), () => {
      throw new Problem('method_not_allowed', `Allowed here: ${allow}.`, { headers: { allow } })
    })
  }
  app.notFound(context => {
    context.error = new Problem('not_found', 'There is no such path.')
    return failure(context.error, context)
  })
  app.onError(failure)
  return app
}

async function run<E extends AreaEnv, P, A, C extends Principal>(
  route: Route<E, C>,
  gate: Authenticator<P, A, C, E>,
  context: Context<Served<E, P>>,
): Promise<Response> {
  const { env, presented } = context.var
  const { params, query } = validated(context)
  const header = (name: string) => context.req.header(name)
  await route.before?.({ env, header })
  const installSid = InstallSid.parse(params['installSid'])
  if (!isOpen(route) && isCostly(route, context.req.raw)) await loadAs(route, gate, context, installSid)
  const body = await readBody(route, context.req.raw)
  const callerScope = isOpen(route) ? emptyScope : gate.scope(presented)

  const waitUntil = (work: DeferredWork) =>
    context.executionCtx.waitUntil(startDeferred(work).catch(error => logFailure(context.var.log, error)))
  const answer = async (asked: Record<string, unknown>) => {
    const input = { db: env.db, params, query: asked, body: body.data, callerScope, header }
    const load = body.success ? route.load?.(input) : undefined
    const { loaded, caller } = isOpen(route)
      ? { loaded: await batch(env.db, load ?? {}), caller: undefined }
      : await loadAs(route, gate, context, installSid, load)
    if (caller) requireOwn(caller, route, context.req.path, { params, loaded })
    // Who calls is settled before the body is: whoever may not act learns nothing of what else is wrong.
    if (!body.success)
      throw body.error instanceof Problem ? body.error : invalid(...fieldErrorsOf(body.error))
    const acting = {
      ...{ ...input, loaded, caller, env, waitUntil },
      // Only lists ask for it.
      get url() {
        return new URL(context.req.path + new URL(context.req.url).search, env.baseUrl)
      },
    }
    const { requestId } = context.var
    const handle = () => withRoundTripTimeout(route.roundTripTimeoutMs, () => route.handle(acting))
    const result = await withAuditContext(route, gate, { caller, requestId, header }, handle)
    if (route.method !== 'get' && env.changed) waitUntil(env.changed())
    return { loaded, result, headers: route.headers?.({ ...acting, result }) }
  }

  context.header('cache-control', 'no-store')
  if (route.csv) context.header('vary', 'accept')
  if (route.csv && wantsCsv(context)) {
    // A limit asks for a page; without one, a file holds all that there is.
    const asked = context.req.query('limit') === undefined ? wholeOf(query) : query
    const first = await answer(asked)
    const text = route.csv(paginate(first, asked, answer))
    return context.body(
      streamOf(text, error => logFailure(context.var.log, error)),
      200,
      {
        ...first.headers,
        'content-type': `${csv}; charset=utf-8`,
        'content-disposition': `attachment; filename="${route.path.split('/').at(-1)}.csv"`,
      },
    )
  }
  const { result, headers } = await answer(query)
  if (route.status === 204) return context.body(null, 204, headers)
  return context.json(z.encode(route.returns, result), route.status ?? 200, headers)
}

const wantsCsv = (context: Context): boolean =>
  accepts(context, { header: 'Accept', supports: [json, csv], default: json }) === csv

const json = 'application/json'
const csv = 'text/csv'

/** Reads the caller's authority and the route's data in one trip, and lets go of the data only to who may have it. */
async function loadAs<E extends AreaEnv, P, A, C extends Principal>(
  { action, callers, needs, roles, whileEnrolling }: Route<E, C>,
  gate: Authenticator<P, A, C, E>,
  context: Context<Served<E, P>>,
  installSid: SidOf<'AI'> | undefined,
  load: Statements = {},
) {
  const { env, presented } = context.var
  const { authority, ...loaded } = await batch(env.db, {
    authority: gate.lookup(env.db, presented, installSid),
    ...load,
  })
  const caller = await gate.authenticate(env, presented, authority)
  context.set('caller', caller)
  const { path } = context.req
  authorize(caller, { action, callers, needs, roles, whileEnrolling, installSid, path })
  return { loaded, caller }
}

const InstallSid = Sid('AI').optional()

const requireSecret =
  <E extends AreaEnv, P, A, C extends Principal>({
    parseCredentials,
  }: Authenticator<P, A, C, E>): MiddlewareHandler<Served<E, P>> =>
  async (context, next) => {
    const { req } = context
    const { baseUrl } = context.var.env
    const header = (name: string) => req.header(name)
    const cookie = (name: string) => getCookie(context, name)
    context.set('presented', parseCredentials({ method: req.method, header, cookie, baseUrl }))
    await next()
  }

/** What is settled before the database is asked: the shape of the secret, of the path and of the query. */
const checks = <E extends AreaEnv, P, A, C extends Principal>(
  { params = noMembers, query = noMembers, ...access }: Route<E, C>,
  gate: Authenticator<P, A, C, E>,
): MiddlewareHandler<Served<E, P>>[] => [
  ...(isOpen(access) ? [] : [requireSecret<E, P, A, C>(gate)]),
  zValidator('param', params, refuse()),
  refuseLost(Object.keys(query.shape)),
  zValidator('query', query, refuse(Object.keys(query.shape))),
]

/** Hono loses parameters without a name and those named `__proto__`; what we do not know must not pass in silence. */
const refuseLost =
  (known: readonly string[]): MiddlewareHandler =>
  async ({ req }, next) => {
    const kept = req.queries()
    const names = req.url.includes('?') ? [...new URL(req.url).searchParams.keys()] : []
    const lost = names.filter(name => !Object.hasOwn(kept, name))
    if (lost.length > 0) throw invalid(...lost.map(name => unknownField([name], known)))
    await next()
  }

const noMembers = z.strictObject({})

const refuse =
  (known?: readonly string[]) =>
  (result: { success: boolean; error?: z.core.$ZodError }): void => {
    if (result.error) throw invalid(...fieldErrorsOf(result.error, known))
  }

const validated = (
  context: Context,
): { params: Record<string, unknown>; query: Record<string, unknown> } => ({
  params: context.req.valid('param' as never),
  query: context.req.valid('query' as never),
})

/** Where there is GET, Hono answers HEAD with the same headers. */
const allowedBy = (routes: readonly { method: string }[]): string =>
  routes.map(({ method }) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase())).join(', ')

/** What every answer has: its headers, and a request that was read to its end. */
async function finished(context: Context, next: () => Promise<void>): Promise<void> {
  await next()
  guard(context.res.headers, context.req.url)
  await dropUnread(context.req.raw)
}

const note =
  <E, P>(operation: LoggedOperation): MiddlewareHandler<Served<E, P>> =>
  (context, next) => {
    context.set('operation', operation)
    context.set('installSid', context.req.param('installSid'))
    return next()
  }

/** Logs the request; in the local stack the answer tells what it spent on the database. */
function logged<E extends AreaEnv, P>(worker: string): MiddlewareHandler<Served<E, P>> {
  const logs = once(bindings => logOf(worker, bindings))
  return async (context, next) => {
    const { method } = context.req
    const traceparent = context.req.header('traceparent')
    const request = startRequest(logs(context.env), { ...context.var, method, traceparent })
    context.set('log', request.log)
    await runWithRequestContext(request.requestContext, next)
    const { count, durationMs } = request.roundTrips
    const { status, headers } = context.res
    // Not `context.header`, which would make the response anew.
    if (context.var.env?.showRoundTrips)
      headers.set('server-timing', `db;dur=${durationMs};desc="${count} trips"`)
    request.end({ ...context.var, status, error: context.error })
  }
}
