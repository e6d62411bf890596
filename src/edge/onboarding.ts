// Serves onboarding links to browsers. Mail scanners and link previews send GET or HEAD, so GET returns a page with a
// button, and only the POST request of the button redeems the link.

import type { Service } from '../shared/env.ts'
import { onboardingPath, servePage } from './pages.ts'

type Bindings = { BASE_URL: string; ASSETS: Service; PROCTORING: Service }

export const onboardingLink = '/v1/onboarding/:secret'

const isLink = (pathname: string) => /^\/v1\/onboarding\/[^/]+$/.test(pathname)
const isForm = (headers: Headers) =>
  headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false

/** The pages to which the form redirects: the link was redeemed, or it is invalid. */
export const resultPages = { redeemed: '/onboarding-started', refused: '/onboarding-expired' } as const

/** Returns whether a request reads the page of a link or submits its form. All other requests go to area A. */
export const isLinkPageRequest = ({ method, headers }: Request, path: string): boolean =>
  isLink(path) && (['GET', 'HEAD'].includes(method) || (method === 'POST' && isForm(headers)))

/** Returns the page with the button. Its form has no `action`, so the browser submits it to the URL of the link. */
export const serveLinkPage = ({ url }: Request, env: Bindings): Promise<Response> =>
  servePage(new Request(new URL(onboardingPath, url)), env)

/** Redeems the link and redirects the browser to a result page. */
export async function submitLink({ url, headers }: Request, { PROCTORING }: Bindings): Promise<Response> {
  const traceparent = headers.get('traceparent')
  const response = await PROCTORING.fetch(
    new Request(url, { method: 'POST', headers: traceparent ? { traceparent } : {} }),
  )
  if (response.ok) return seeOther(resultPages.redeemed)
  return [400, 404].includes(response.status) ? seeOther(resultPages.refused) : response
}

const seeOther = (location: string) =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
