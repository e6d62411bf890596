// The public files that verifiers, client generators and embedding pages read from everywhere. The router would take
// more time than these responses.

import type { Service } from '../shared/env.ts'
import { guardsOf } from '../shared/http/security-headers.ts'
import { serveEmbed } from './embed.ts'
import { publishedKeys } from './keys.ts'
import { withHeaders } from './pages.ts'

type Bindings = { BASE_URL: string; JWKS: string; ASSETS: Service; STS: Service }

/** A route pattern, and the function that responds to its reads. */
type Published = {
  route: string
  respond(request: Request, env: Bindings): Response | Promise<Response>
}

export const keysPath = '/.well-known/jwks.json'
export const openApiPath = '/openapi.json'

const everyOrigin = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

const byPath = new Map<string, Published>([
  [keysPath, { route: keysPath, respond: serveKeys }],
  [openApiPath, { route: openApiPath, respond: serveOpenApi }],
])
const embed: Published = { route: '/embed/*', respond: serveEmbed }

/** Returns what is published at the path; undefined for a path or a method of the router. */
export function publishedAt(method: string, path: string): Published | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  return path.startsWith('/embed/') ? embed : byPath.get(path)
}

const keysCaching = {
  // Verifiers may cache the keys for five minutes, and use the cached keys for one day if this endpoint is unreachable.
  'cache-control': 'public, max-age=300, stale-while-revalidate=60, stale-if-error=86400',
}

const contentType = 'content-type'

let cached: { etag: string; origin: string; headers: Headers } | undefined

/** Returns the headers of a response with the keys. A response copies them, which takes less time than setting each. */
function keysHeaders(etag: string, origin: string): Headers {
  if (cached?.etag === etag && cached.origin === origin) return cached.headers
  const type = { [contentType]: 'application/jwk-set+json' }
  const headers = new Headers({ ...guardsOf(origin), ...everyOrigin, ...keysCaching, ...type, etag })
  cached = { etag, origin, headers }
  return headers
}

function serveKeys({ method, headers: sent }: Request, { BASE_URL, JWKS }: Bindings): Response {
  const { body, etag } = publishedKeys(JWKS, Date.now())
  const headers = keysHeaders(etag, BASE_URL)
  if (!matches(sent.get('if-none-match'), etag))
    return new Response(method === 'HEAD' ? null : body, { headers })
  const response = new Response(null, { status: 304, headers })
  response.headers.delete(contentType)
  return response
}

/** Whether `If-None-Match` contains the entity tag. A weak tag matches the strong one (RFC 9110, 13.1.2). */
const matches = (header: string | null, etag: string): boolean =>
  header !== null &&
  (header.trim() === '*' || header.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag))

async function serveOpenApi(request: Request, { ASSETS }: Bindings): Promise<Response> {
  return withHeaders(await ASSETS.fetch(request), everyOrigin)
}
