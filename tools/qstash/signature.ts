import { createHash, randomUUID, webcrypto } from 'node:crypto'
import { SignJWT } from 'jose'

const lifetimeSeconds = 300

/** Signs attempts with one key that is imported once, because importing costs more than signing. */
export type Signer = (attempt: { url: string; body: Uint8Array; now: number }) => Promise<string>

/** Makes the `Upstash-Signature` of each attempt: a JWT over the destination and the hash of the body. */
export async function makeSigner(signingKey: string): Promise<Signer> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await webcrypto.subtle.importKey('raw', new TextEncoder().encode(signingKey), hmac, false, [
    'sign',
  ])
  return ({ url, body, now }) => {
    const iat = Math.floor(now / 1000)
    const claims = { iss: 'Upstash', sub: url, exp: iat + lifetimeSeconds, nbf: 0, iat, body: hashOf(body) }
    return new SignJWT({ ...claims, jti: `jwt_${randomUUID().replaceAll('-', '')}` })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(key)
  }
}

/** With padding, as the service writes it. Its receivers strip the padding. */
const hashOf = (body: Uint8Array) => `${createHash('sha256').update(body).digest('base64url')}=`
