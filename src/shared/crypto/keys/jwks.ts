// The published keys: next, active and retiring. The edge uses this file too, so it imports no library.

/**
 * A public RSA key. A retiring key has a deadline `exp` (seconds since 1970, as in OpenID Federation 1.0). From this
 * time on, its signatures are not accepted.
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

/** Parses a JWK Set. @throws Error if the text is not a JWK Set of public RSA keys */
export function parseJwks(text: string): PublicJwk[] {
  const { keys }: { keys?: unknown } = JSON.parse(text)
  if (!(Array.isArray(keys) && keys.every(isPublicJwk)))
    throw new Error('JWKS is not a JWK Set of public RSA keys.')
  return keys
}

function isPublicJwk(key: unknown): key is PublicJwk {
  if (typeof key !== 'object' || key === null) return false
  const { kty, kid, n, e, exp, d }: Partial<Record<string, unknown>> = { ...key }
  const isText = [kid, n, e].every(member => typeof member === 'string')
  return kty === 'RSA' && isText && d === undefined && (exp === undefined || Number.isInteger(exp))
}

/** Returns what tells whether signatures of a key of the JWK Set are accepted now. @throws Error if the text is not a JWK Set */
export function acceptanceOf(jwks: string): (kid: string) => boolean {
  const keys = parseJwks(jwks)
  return kid => keysAt(keys, Date.now()).some(key => key.kid === kid)
}

/** Returns the keys without a deadline, or with one after `now`, a time in ms. */
export const keysAt = (keys: readonly PublicJwk[], now: number): PublicJwk[] =>
  keys.filter(({ exp }) => exp === undefined || now < exp * 1000)
