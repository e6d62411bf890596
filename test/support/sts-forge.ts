// Forged element tokens.
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSign,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JWK } from 'jose'
import type { Stack } from '../../tools/stack/stack.ts'

type Members = Record<string, unknown>
type Header = Members | string

const encode = (part: Members | string): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
const decode = (part = ''): Members => JSON.parse(Buffer.from(part, 'base64url').toString())

/** The three parts of a token, its header and its claims. */
export function partsOf(token: string) {
  const [head = '', payload = '', signature = ''] = token.split('.')
  return { head, payload, signature, header: decode(head), claims: decode(payload) }
}

/** Assembles a token from a header (as members or text), claims and a signing function. */
export function assemble(header: Header, claims: Header, sign: (input: string) => Buffer): string {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${sign(input).toString('base64url')}`
}

export const unsigned = () => Buffer.alloc(0)
export const rs256 = (key: KeyObject) => (input: string) => createSign('sha256').update(input).sign(key)
export const ps256 = (key: KeyObject) => (input: string) =>
  createSign('sha256').update(input).sign({ key, padding: 6, saltLength: 32 })
export const es256 = (key: KeyObject) => (input: string) =>
  createSign('sha256').update(input).sign({ key, dsaEncoding: 'ieee-p1363' })
export const hs256 = (secret: string | Buffer) => (input: string) =>
  createHmac('sha256', secret).update(input).digest()

/** A foreign key pair. */
export const rsaKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
export const ecKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
export const jwkOf = (key: KeyObject): Members => ({ ...key.export({ format: 'jwk' }) })

/** The signing key of the stack, for tokens with a valid signature and another error. */
export function signingKeyOf({ stateDir }: Stack): { key: KeyObject; kid: string } {
  const { active } = JSON.parse(readFileSync(join(stateDir, 'keys.json'), 'utf8'))
  return { key: createPrivateKey({ key: active, format: 'jwk' }), kid: active.kid }
}

/** Every form in which a verifier can have the public key as text or bytes, to sign by HMAC with. */
export function encodingsOf(jwk: JWK): [string, string | Buffer][] {
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' })
  const pem = (type: 'spki' | 'pkcs1') => String(key.export({ format: 'pem', type }))
  const der = (type: 'spki' | 'pkcs1') => key.export({ format: 'der', type })
  const { n = '', e = '', kid = '' } = jwk
  return [
    ['its SPKI PEM', pem('spki')],
    ['its SPKI PEM without the last line break', pem('spki').trimEnd()],
    ['its SPKI PEM with CRLF', pem('spki').replaceAll('\n', '\r\n')],
    ['its PKCS#1 PEM', pem('pkcs1')],
    ['its SPKI DER', der('spki')],
    ['its PKCS#1 DER', der('pkcs1')],
    ['its SPKI DER in base64', der('spki').toString('base64')],
    ['its JWK as published', JSON.stringify(jwk)],
    ['its bare JWK', JSON.stringify({ e, kty: 'RSA', n })],
    ['its modulus', Buffer.from(n, 'base64url')],
    ['its modulus in base64url', n],
    ['its kid', kid],
    ['nothing', ''],
  ]
}
