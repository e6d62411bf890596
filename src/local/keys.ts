import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { readOrMake } from './state.ts'

/** The key that signs locally, and the set that the edge publishes. Both as JSON. */
export type Keys = { signingKey: string; jwks: string }

/** The keys of a state directory; made on first use, so that tokens survive a restart. */
export async function localKeys(stateDir: string): Promise<Keys> {
  const key: JWK = JSON.parse(await readOrMake(stateDir, 'signing-key.json', makeKey))
  const { kty, n, e, kid, alg, use } = key
  return { signingKey: JSON.stringify(key), jwks: JSON.stringify({ keys: [{ kty, n, e, kid, alg, use }] }) }
}

async function makeKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(privateKey)
  return JSON.stringify({ ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' })
}
