import { Buffer } from 'node:buffer'
import { createLocalJWKSet, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { keysAt, parseJwks } from './jwks.ts'

/** Verifies a JWT of the given `typ`; undefined when it is none of ours, whatever is wrong with it. */
export type Verify = (
  typ: string,
  jwt: string,
  expected: Pick<JWTVerifyOptions, 'issuer' | 'audience' | 'clockTolerance'>,
) => Promise<JWTPayload | undefined>

/**
 * The verifier of a JWK Set. RS256 alone, and keys of the set alone: a header that names another algorithm or brings or
 * points to a key of its own (`jwk`, `jku`, `x5u`) changes nothing. A retired key is refused from its deadline on.
 * @throws at once when the text is no JWK Set
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

/** Whether it is written in the one way that RFC 7515 has for its bytes: decoders forgive padding, blanks and spare bits. */
const isCanonical = (jwt: string): boolean => {
  const parts = jwt.split('.')
  return (
    parts.length === 3 && parts.every(part => Buffer.from(part, 'base64url').toString('base64url') === part)
  )
}
