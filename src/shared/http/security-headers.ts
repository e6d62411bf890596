// Headers of every response that is not a page. With them, browsers do not execute the response, frame it or share it
// with another site.

/** Only our origin may read or embed a response, and it loads no resources (OWASP REST Security Cheat Sheet). */
const guards = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

const year = 365 * 24 * 60 * 60 // seconds

/** Browsers ignore the header over plain HTTP (RFC 6797, 7.2). @param url our origin: proxies end TLS before us */
export const transportSecurity = (url: string): Record<string, string> =>
  url.startsWith('https:') ? { 'strict-transport-security': `max-age=${year}` } : {}

const overHttps = { ...guards, ...transportSecurity('https:') }

/** Returns the headers for the responses of an origin. */
export const guardsOf = (origin: string): Record<string, string> =>
  origin.startsWith('https:') ? overHttps : guards

const entries = { overHttp: Object.entries(guards), overHttps: Object.entries(overHttps) }

/** Adds the missing headers to a response of this origin. */
export function guard(headers: Headers, origin: string): void {
  for (const [name, value] of origin.startsWith('https:') ? entries.overHttps : entries.overHttp)
    if (!headers.has(name)) headers.set(name, value)
}
