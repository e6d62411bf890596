// What a browser is served at the address of an onboarding link. Programs that follow links (mail scanners, previews) send
// GET or HEAD, so only the POST of the page's button uses the link.

import type { Service } from '../shared/env.ts'
import { onboarding, servePage } from './pages.ts'

type Bindings = { BASE_URL: string; ASSETS: Service; PROCTORING: Service }

export const onboardingLink = '/v1/onboarding/:secret'

const isLink = (pathname: string) => /^\/v1\/onboarding\/[^/]+$/.test(pathname)
const isForm = (headers: Headers) =>
  headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false

/** Where the button leads: the link was used, or it cannot be used. */
export const outcomes = { used: '/onboarding-started', refused: '/onboarding-expired' } as const

/** Whether a browser asks for the page of a link or sends its form. All else at the address is an operation of area A. */
export const isOfLinkPage = ({ method, headers, url }: Request): boolean =>
  isLink(new URL(url).pathname) &&
  (['GET', 'HEAD'].includes(method) || (method === 'POST' && isForm(headers)))

/** The page with the button. Its form has no address of its own, so it is sent to that of the link. */
export const serveLinkPage = ({ url }: Request, env: Bindings): Promise<Response> =>
  servePage(new Request(new URL(onboarding, url)), env)

/** Uses the link, and leads the browser to the page that says so. */
export async function submitLink({ url, headers }: Request, { PROCTORING }: Bindings): Promise<Response> {
  const traceparent = headers.get('traceparent')
  const used = await PROCTORING.fetch(
    new Request(url, { method: 'POST', headers: traceparent ? { traceparent } : {} }),
  )
  if (used.ok) return leadTo(outcomes.used)
  return [400, 404].includes(used.status) ? leadTo(outcomes.refused) : used
}

const leadTo = (location: string) =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
