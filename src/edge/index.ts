// The edge Worker: routes each request to the Worker of its area, and serves the paths that need no database.

import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { requestId } from 'hono/request-id'
import { routePath } from 'hono/route'
import type { Service } from '../shared/env.ts'
import { guard } from '../shared/http/security-headers.ts'
import { logOf } from '../shared/logging/log.ts'
import { startRequest } from '../shared/logging/request-log.ts'
import { once } from '../shared/once.ts'
import { failure } from '../shared/problems/failure.ts'
import { Problem } from '../shared/problems/problem.ts'
import { serveEmbed } from './embed.ts'
import { publishedKeys } from './keys.ts'
import { isLinkPageRequest, onboardingLink, resultPages, serveLinkPage, submitLink } from './onboarding.ts'
import { referencePath, servePage } from './pages.ts'
import { areaOf } from './routing.ts'

export type EdgeBindings = {
  BASE_URL: string
  /** The public keys as a JWK Set: the next, the active and the retiring keys. */
  JWKS: string
  PROCTORING: Service
  STS: Service
  PLATFORM: Service
  /** The files of dist/assets. */
  ASSETS: Service
  /** The service that captures mails; bound only by the local stack. */
  LOCAL?: Service
  SHOW_TRIPS?: 'on'
  /** Default: `info` (src/shared/logging/log.ts). */
  LOG_LEVEL?: string
}

const app = new Hono<{ Bindings: EdgeBindings }>()

const logs = once((env: EdgeBindings) => logOf('edge', env))

app.use(requestId(), async (context, next) => {
  const { requestId } = context.var
  const { method } = context.req
  const traceparent = context.req.header('traceparent')
  const request = startRequest(logs(context.env), { requestId, method, traceparent })
  await next()
  const { headers, status } = context.res
  if (!headers.has('x-content-type-options')) guard(headers, context.req.url) // assets set their own
  if (context.env.SHOW_TRIPS === 'on') headers.set('server-timing', 'db;dur=0;desc="0 trips"')
  // Logs the route pattern, not the path: a path may contain a secret.
  const route = routePath(context, -1)
  request.end({ status, error: context.error, ...(route !== '/*' && { operation: { route } }) })
})

// Verifiers may cache the keys for five minutes, and use the cached keys for one day if this endpoint is unreachable.
const keysCacheControl = 'public, max-age=300, stale-while-revalidate=60, stale-if-error=86400'

const published = ['/.well-known/jwks.json', '/openapi.json']
app.on('GET', published, async (context, next) => {
  await next()
  context.res.headers.set('cross-origin-resource-policy', 'cross-origin')
})
const retainedHeaders = [...RETAINED_304_HEADERS, 'x-request-id', 'access-control-allow-origin']
app.on(['GET', 'OPTIONS'], published, cors({ origin: '*', allowMethods: ['GET'] }), etag({ retainedHeaders }))

app.get('/.well-known/jwks.json', context => {
  const { body, etag } = publishedKeys(context.env.JWKS, Date.now())
  return context.body(body, 200, {
    'content-type': 'application/jwk-set+json',
    'cache-control': keysCacheControl,
    etag,
  })
})

app.get('/openapi.json', ({ req, env }) => env.ASSETS.fetch(req.raw))

app.get('/embed/*', ({ req, env }) => serveEmbed(req.raw, env))

const pages = ['/reset-password', ...Object.values(resultPages), referencePath, `${referencePath}/*`]
app.on('GET', [...pages, '/console/*'], ({ req, env }) => servePage(req.raw, env))

app.get(onboardingLink, ({ req, env }) => serveLinkPage(req.raw, env))
app.post(onboardingLink, ({ req, env }) => submitLink(req.raw, env))

for (const path of [...published, ...pages])
  app.all(path, () => {
    throw new Problem('method_not_allowed', 'Allowed methods: GET, HEAD.', {
      headers: { allow: 'GET, HEAD' },
    })
  })
app.notFound(context => {
  context.error = new Problem('not_found', 'This path does not exist.')
  return failure(context.error, context)
})
app.onError(failure)

/** Forwards requests of an area unchanged: the area counts its round trips and assigns its request ids. */
export function serveEdge(request: Request, env: EdgeBindings): Promise<Response> {
  const area = isLinkPageRequest(request) ? undefined : areaOf(new URL(request.url).pathname)
  const service = area && env[area]
  return Promise.resolve(service ? service.fetch(request) : app.fetch(request, env))
}
