import { calculateJwkThumbprint, importJWK, type JWTPayload, SignJWT } from 'jose'
import * as z from 'zod'

const PrivateJwk = z.looseObject({
  kty: z.literal('RSA'),
  n: z.string(),
  e: z.string(),
  d: z.string(),
})

/** Signs claims as a JWT with this `typ`, so that one kind of token is not accepted as another. */
export type Sign = (type: string, claims: JWTPayload) => Promise<string>

/**
 * Returns the signer of a private RSA key in JWK format. It signs with RS256; `kid` is the RFC 7638 thumbprint of the
 * key.
 * @throws Error if the text is not a private RSA key
 */
export function signerOf(privateJwk: string): Sign {
  const jwk = PrivateJwk.parse(JSON.parse(privateJwk))
  // Imported once per isolate: importing costs about as much as signing.
  const imported = Promise.all([importJWK(jwk, 'RS256'), calculateJwkThumbprint(jwk)])
  return async (typ, claims) => {
    const [key, kid] = await imported
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ, kid }).sign(key)
  }
}
