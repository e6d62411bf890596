// The pages of this origin, what they load, and the headers that guard every page that the edge serves.

import type { Service } from '../shared/env.ts'
import { transportSecurity } from '../shared/http/security-headers.ts'
import { Problem } from '../shared/problems/problem.ts'

type Bindings = { BASE_URL: string; ASSETS: Service }

/** What a page may do beyond the others, in the words of `style-src` and `form-action`. */
type Allowed = { styles?: string; forms?: string }

const policy = ({ styles = "'self'", forms = "'none'" }: Allowed) =>
  `default-src 'none'; script-src 'self'; style-src ${styles}; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action ${forms}`

/** The page of the API's reference, whose library writes styles into the page. */
export const reference = '/docs'

/** The page of an onboarding link, whose button sends a form. */
export const onboarding = '/onboarding'

const allowedOn = new Map<string, Allowed>([
  [reference, { styles: "'self' 'unsafe-inline'" }],
  [onboarding, { forms: "'self'" }],
])

/**
 * What guards any page.
 * @param ancestors who may frame it, in the words of `frame-ancestors`
 * @param permissions the browser's features that it may use, in the words of `Permissions-Policy`
 */
export const pageHeaders = (
  baseUrl: string,
  ancestors: string,
  permissions: string,
  allowed: Allowed = {},
) => ({
  'content-security-policy': `${policy(allowed)}; frame-ancestors ${ancestors}`,
  'permissions-policy': permissions,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  ...assetHeaders(baseUrl),
})

/** What guards anything that a browser is served. */
export const assetHeaders = (baseUrl: string): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  ...transportSecurity(baseUrl),
})

export const isPage = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/html') ?? false

/** The asset with more headers, or with others in the place of its own. */
export function withHeaders(asset: Response, more: Record<string, string>): Response {
  const headers = new Headers(asset.headers)
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  return new Response(asset.body, { status: asset.status, headers })
}

/** A page that stands on its own and that nobody may frame, or what it loads. @throws Problem `not_found` */
export async function servePage(request: Request, { BASE_URL, ASSETS }: Bindings): Promise<Response> {
  const asset = await ASSETS.fetch(request)
  if (asset.status === 404) throw new Problem('not_found', 'There is no such path.')
  return withHeaders(
    asset,
    isPage(asset)
      ? {
          ...pageHeaders(
            BASE_URL,
            "'none'",
            'camera=(), microphone=(), geolocation=()',
            allowedOn.get(new URL(request.url).pathname),
          ),
          'cross-origin-opener-policy': 'same-origin',
        }
      : {
          ...assetHeaders(BASE_URL),
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'no-cache', // a page and its script change together
        },
  )
}
