// What every answer that is no page tells browsers, so that none of it is run, framed, or lent to another site.

/** No origin but ours may read or embed an answer; there is nothing in it to load (OWASP REST Security Cheat Sheet). */
const guards = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

const year = 365 * 24 * 60 * 60 // seconds

/** A browser told so over plain HTTP would not listen (RFC 6797, 7.2). @param url of the request, or our origin */
export const transportSecurity = (url: string): Record<string, string> =>
  url.startsWith('https:') ? { 'strict-transport-security': `max-age=${year}` } : {}

/** Adds what the answer to a request for this URL does not say itself. */
export function guard(headers: Headers, url: string): void {
  for (const [name, value] of Object.entries({ ...guards, ...transportSecurity(url) }))
    if (!headers.has(name)) headers.set(name, value)
}
