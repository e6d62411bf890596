// The edge Worker: routes each request to the Worker of its area, and serves the paths that need no database.

import { Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { cors } from 'hono/cors'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { routePath } from 'hono/route'
import type { Service } from '../shared/env.ts'
import { requestIdOf } from '../shared/http/request-id.ts'
import { guard } from '../shared/http/security-headers.ts'
import { withRest } from '../shared/http/unread-body.ts'
import { logOf } from '../shared/logging/log.ts'
import { startRequest } from '../shared/logging/request-log.ts'
import type { AnalyticsDataset } from '../shared/metrics/analytics.ts'
import { once } from '../shared/once.ts'
import { failure } from '../shared/problems/failure.ts'
import { noSuchPath, Problem } from '../shared/problems/problem.ts'
import { withClientAddress } from './client-address.ts'
import { consolePath, serveConsole } from './console.ts'
import { homePath, homeTypes, serveHome } from './home.ts'
import { serveMetrics } from './metrics.ts'
import { isLinkPageRequest, onboardingLink, resultPages, serveLinkPage, submitLink } from './onboarding.ts'
import { pageHeaderNames, referencePath, servePage } from './pages.ts'
import { pathOf } from './path.ts'
import { keysPath, openApiPath, publishedAt } from './published.ts'
import { areaOf } from './routing.ts'

export type EdgeBindings = {
  BASE_URL: string
  /** The public keys as a JWK Set: the next, the active and the retiring keys. */
  JWKS: string
  PROCTORING: Service
  STS: Service
  PLATFORM: Service
  REALTIME: Service
  /** The files of dist/assets. */
  ASSETS: Service
  /** The proxies whose `X-Forwarded-For` is trusted; set only by the local stack. */
  TRUSTED_PROXIES?: string
  /** The service that captures mails; bound only by the local stack. */
  LOCAL?: Service
  SHOW_TRIPS?: 'on'
  /** Default: `info` (src/shared/logging/log.ts). */
  LOG_LEVEL?: string
  /** The bearer token for `/metrics`; set only by the local stack. */
  METRICS_TOKEN?: string
  /** Workers Analytics Engine (src/shared/metrics/record.ts). */
  METRICS?: AnalyticsDataset
}

type App = { Bindings: EdgeBindings; Variables: { requestId: string } }
const app = new Hono<App>()

const logs = once((env: EdgeBindings) => logOf('edge', env))

/** Starts a request. `complete` adds the headers of every response of the edge, and logs the request. */
function started({ method, headers: sent }: Request, env: EdgeBindings) {
  const requestId = requestIdOf(sent)
  const traceparent = sent.get('traceparent') ?? undefined
  const request = startRequest(logs(env), { requestId, method, traceparent })
  const complete = ({ headers, status }: Response, outcome: { route?: string; error?: unknown }) => {
    headers.set('x-request-id', requestId)
    if (!headers.has('x-content-type-options')) guard(headers, env.BASE_URL) // assets set their own
    if (env.SHOW_TRIPS === 'on') headers.set('server-timing', 'db;dur=0;desc="0 trips"')
    const { route, error } = outcome
    request.end({ status, error, ...(route && { operation: { route } }) })
  }
  return { requestId, complete }
}

app.use(async (context, next) => {
  const { requestId, complete } = started(context.req.raw, context.env)
  context.set('requestId', requestId)
  await next()
  // Logs the route pattern, not the path: a path may contain a secret.
  const route = routePath(context, -1)
  complete(context.res, { error: context.error, ...(route !== '/*' && { route }) })
})

const published = [keysPath, openApiPath]
app.on('OPTIONS', published, cors({ origin: '*', allowMethods: ['GET'] }))
const retainedHeaders = [...RETAINED_304_HEADERS, 'x-request-id', 'access-control-allow-origin']

// Only the reads that failed without the router arrive here: it turns their errors into problems.
const embedPaths = '/embed/*'
app.on('GET', [...published, embedPaths], ({ req, env }) => {
  const file = publishedAt(req.method, req.path)
  if (!file) throw noSuchPath(req.path) // the pattern also matches `/embed`
  return Promise.resolve(file.respond(req.raw, env))
})

app.get('/metrics', ({ req, env }) => serveMetrics(req.header('authorization'), env))

app.get(
  homePath,
  // A browser replaces stored headers by those of a 304, so a 304 of the page has the headers of the page.
  etag({ retainedHeaders: [...retainedHeaders, ...pageHeaderNames] }),
  context => {
    const supports = Object.values(homeTypes)
    const type = accepts(context, { header: 'Accept', supports, default: homeTypes.page })
    return serveHome(context.req.raw, context.env, type)
  },
)

const pages = ['/reset-password', ...Object.values(resultPages), referencePath, `${referencePath}/*`]
app.on('GET', pages, ({ req, env }) => servePage(req.raw, env))

const consolePaths = [consolePath, `${consolePath}/*`]
app.on('GET', consolePaths, ({ req, env }) => serveConsole(req.raw, env))

app.get(onboardingLink, ({ req, env }) => serveLinkPage(req.raw, env))
app.post(onboardingLink, ({ req, env }) => submitLink(req.raw, env))

for (const path of [homePath, ...published, embedPaths, ...pages, ...consolePaths])
  app.all(path, () => {
    throw new Problem('method_not_allowed', 'Allowed methods: GET, HEAD.', {
      headers: { allow: 'GET, HEAD' },
    })
  })
app.notFound(context => {
  context.error = noSuchPath(context.req.path)
  return failure(context.error, context)
})
app.onError(failure)

/** Forwards requests of an area: the area counts its round trips and assigns its request ids. */
export function serveEdge(received: Request, env: EdgeBindings): Promise<Response> {
  const request = withClientAddress(received, env)
  const path = pathOf(request.url)
  const file = publishedAt(request.method, path)
  if (file) return withRest(request, servePublished(request, env, file))
  const area = isLinkPageRequest(request, path) ? undefined : areaOf(path)
  const service = area && env[area]
  return service ? service.fetch(request) : withRest(request, app.fetch(request, env))
}

/** Responds without the router. It receives the request if this fails. */
async function servePublished(
  request: Request,
  env: EdgeBindings,
  { respond, route }: NonNullable<ReturnType<typeof publishedAt>>,
): Promise<Response> {
  const { complete } = started(request, env)
  try {
    const response = await respond(request, env)
    complete(response, { route })
    return response
  } catch {
    return app.fetch(request, env)
  }
}
