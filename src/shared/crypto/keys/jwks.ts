// The published keys: next, active and retiring. The edge reads them too, so this brings no library along.

/**
 * A public RSA key. A retiring one has a deadline `exp` (seconds since 1970, as OpenID Federation 1.0 writes it), from
 * which on nothing that it signed is accepted.
 */
export type PublicJwk = {
  kty: 'RSA'
  kid: string
  n: string
  e: string
  alg?: string
  use?: string
  exp?: number
}

/** @throws Error at once when the text is no JWK Set of RSA keys */
export function parseJwks(text: string): PublicJwk[] {
  const { keys }: { keys?: unknown } = JSON.parse(text)
  if (!(Array.isArray(keys) && keys.every(isPublicJwk)))
    throw new Error('JWKS is no JWK Set of public RSA keys.')
  return keys
}

function isPublicJwk(key: unknown): key is PublicJwk {
  if (typeof key !== 'object' || key === null) return false
  const { kty, kid, n, e, exp, d }: Partial<Record<string, unknown>> = { ...key }
  const isText = [kid, n, e].every(member => typeof member === 'string')
  return kty === 'RSA' && isText && d === undefined && (exp === undefined || Number.isInteger(exp))
}

/** The keys whose deadline lies after `now`, a time in ms. */
export const keysAt = (keys: readonly PublicJwk[], now: number): PublicJwk[] =>
  keys.filter(({ exp }) => exp === undefined || now < exp * 1000)
