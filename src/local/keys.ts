import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { readOrMake } from './state.ts'

/** The private key that signs, and the set of public keys that the edge publishes; both as JSON. */
export type Keys = { signingKey: string; jwks: string }

/** A new RSA key of 2048 bits, the least that RFC 7518, section 3.3 allows: 3072 would sign at a third of the speed. */
export async function makeKeys(): Promise<Keys> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(privateKey)
  return keysOf({ ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' })
}

/** The keys of a state directory; made on first use, so that tokens survive a restart. */
export async function localKeys(stateDir: string): Promise<Keys> {
  const signingKey = await readOrMake(stateDir, 'signing-key.json', async () => (await makeKeys()).signingKey)
  return keysOf(JSON.parse(signingKey))
}

/** A key that seals, as the Workers take it. */
export const makeSealingKey = (): string => randomBytes(32).toString('base64url')

/** The sealing key of a state directory; made on first use. */
export const localSealingKey = (stateDir: string): Promise<string> =>
  readOrMake(stateDir, 'sealing-key', () => Promise.resolve(makeSealingKey()))

function keysOf(key: JWK): Keys {
  const { kty, n, e, kid, alg, use } = key
  return { signingKey: JSON.stringify(key), jwks: JSON.stringify({ keys: [{ kty, n, e, kid, alg, use }] }) }
}
