// The pages of this origin with their assets, and the security headers of every page.

import type { Service } from '../shared/env.ts'
import { transportSecurity } from '../shared/http/security-headers.ts'
import { Problem } from '../shared/problems/problem.ts'

type Bindings = { BASE_URL: string; ASSETS: Service }

/** Exceptions of one page from the default policy: the sources of `style-src`, `img-src`, `form-action` and `connect-src`. */
type PolicyExceptions = { styles?: string; images?: string; forms?: string; connections?: string }

const policy = ({
  styles = "'self'",
  images = "'self' data:",
  forms = "'none'",
  connections = "'self'",
}: PolicyExceptions) =>
  `default-src 'none'; script-src 'self'; style-src ${styles}; connect-src ${connections}; img-src ${images}; base-uri 'none'; form-action ${forms}`

/** The page of the API reference. Its library inserts inline styles. */
export const referencePath = '/docs'

/** The page of an onboarding link. Its button submits a form. */
export const onboardingPath = '/onboarding'

const exceptionsByPath = new Map<string, PolicyExceptions>([
  [referencePath, { styles: "'self' 'unsafe-inline'" }],
  [onboardingPath, { forms: "'self'" }],
])

/**
 * Returns the security headers of a page.
 * @param ancestors the sources of `frame-ancestors`
 * @param permissions the value of `Permissions-Policy`
 */
export const pageHeaders = (
  baseUrl: string,
  ancestors: string,
  permissions: string,
  exceptions: PolicyExceptions = {},
) => ({
  'content-security-policy': `${policy(exceptions)}; frame-ancestors ${ancestors}`,
  'permissions-policy': permissions,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  ...assetHeaders(baseUrl),
})

/** The names of the security headers of a page of this origin. */
export const pageHeaderNames = [
  'content-security-policy',
  'permissions-policy',
  'referrer-policy',
  'cross-origin-opener-policy',
  'x-content-type-options',
  'strict-transport-security',
]

/** Returns the security headers of any asset. */
export const assetHeaders = (baseUrl: string): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  ...transportSecurity(baseUrl),
})

export const isHtml = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/html') ?? false

/** Returns the asset with these headers added; they replace headers of the same name. */
export function withHeaders(asset: Response, more: Record<string, string>): Response {
  const headers = new Headers(asset.headers)
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  return new Response(asset.body, { status: asset.status, headers })
}

/** Older browsers do not count WebSockets to the origin of the page as 'self'. */
export const liveConnections = (baseUrl: string): string =>
  `'self' ${new URL(baseUrl).origin.replace(/^http/, 'ws')}`

/** Returns a page that must not be framed, or an asset of such a page. @throws Problem `not_found` */
export async function servePage(
  request: Request,
  { BASE_URL, ASSETS }: Bindings,
  exceptions = exceptionsByPath.get(new URL(request.url).pathname),
): Promise<Response> {
  const asset = await ASSETS.fetch(request)
  if (asset.status === 404) throw new Problem('not_found', 'This path does not exist.')
  return withHeaders(
    asset,
    isHtml(asset)
      ? {
          ...pageHeaders(BASE_URL, "'none'", 'camera=(), microphone=(), geolocation=()', exceptions),
          'cross-origin-opener-policy': 'same-origin',
        }
      : {
          ...assetHeaders(BASE_URL),
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'no-cache', // a page and its scripts must be of the same version
        },
  )
}
