import { Buffer } from 'node:buffer'
import { createLocalJWKSet, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { keysAt, type PublicJwk, parseJwks } from './jwks.ts'

/** Verifies a JWT with this `typ`. Returns undefined if it is invalid for any reason. */
export type Verify = (
  typ: string,
  jwt: string,
  expected: Pick<JWTVerifyOptions, 'issuer' | 'audience' | 'clockTolerance'>,
) => Promise<JWTPayload | undefined>

/**
 * Returns the verifier of a JWK Set. It accepts only RS256 and only keys of the set. It does not use another algorithm
 * or a key in the header (`jwk`, `jku`, `x5u`). A retiring key is refused from its deadline on.
 * @throws Error if the text is not a JWK Set
 */
export function verifierOf(jwks: string): Verify {
  const keysNow = localKeys(parseJwks(jwks))
  return async (typ, jwt, expected) => {
    if (!isCanonical(jwt)) return undefined
    try {
      const { payload } = await jwtVerify(jwt, keysNow(), { ...expected, typ, algorithms: ['RS256'] })
      return payload
    } catch {
      return undefined
    }
  }
}

/**
 * Returns a function for the keys that are accepted now. jose imports each key once, as long as no key ends: a key that ends
 * makes the set shorter.
 */
function localKeys(set: readonly PublicJwk[]) {
  let known: { count: number; local: ReturnType<typeof createLocalJWKSet> } | undefined
  return () => {
    const keys = keysAt(set, Date.now())
    if (known?.count !== keys.length) known = { count: keys.length, local: createLocalJWKSet({ keys }) }
    return known.local
  }
}

/** Whether the encoding is the one of RFC 7515. Decoders also accept padding, blanks and unused bits. */
const isCanonical = (jwt: string): boolean => {
  const parts = jwt.split('.')
  return (
    parts.length === 3 && parts.every(part => Buffer.from(part, 'base64url').toString('base64url') === part)
  )
}
