import { Buffer } from 'node:buffer'
import { createLocalJWKSet, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { keysAt, parseJwks } from './jwks.ts'

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
  const set = parseJwks(jwks)
  return async (typ, jwt, expected) => {
    if (!isCanonical(jwt)) return undefined
    const keys = createLocalJWKSet({ keys: keysAt(set, Date.now()) })
    try {
      const { payload } = await jwtVerify(jwt, keys, { ...expected, typ, algorithms: ['RS256'] })
      return payload
    } catch {
      return undefined
    }
  }
}

/** Whether the encoding is the one of RFC 7515. Decoders also accept padding, blanks and unused bits. */
const isCanonical = (jwt: string): boolean => {
  const parts = jwt.split('.')
  return (
    parts.length === 3 && parts.every(part => Buffer.from(part, 'base64url').toString('base64url') === part)
  )
}
