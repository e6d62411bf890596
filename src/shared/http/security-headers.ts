// Headers of every response that is not a page. Browsers then do not execute, frame or share it with another site.

/** Only our origin may read or embed a response, and it loads no resources (OWASP REST Security Cheat Sheet). */
const guards = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

const year = 365 * 24 * 60 * 60 // seconds

/** Browsers ignore the header over plain HTTP (RFC 6797, 7.2). @param url of the request, or our origin */
export const transportSecurity = (url: string): Record<string, string> =>
  url.startsWith('https:') ? { 'strict-transport-security': `max-age=${year}` } : {}

/** Adds the missing headers to the response for this URL. */
export function guard(headers: Headers, url: string): void {
  for (const [name, value] of Object.entries({ ...guards, ...transportSecurity(url) }))
    if (!headers.has(name)) headers.set(name, value)
}
