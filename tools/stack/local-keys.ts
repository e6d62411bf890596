// The keys that sign element tokens. The active key signs. The next key is published before it signs. A retired key is
// published until everything that it signed has expired.

import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { type PublicJwk, parseJwks } from '../../src/shared/crypto/keys/jwks.ts'
import { SealingKeys } from '../../src/shared/crypto/seal.ts'
import { readOrMake } from './state.ts'

type PrivateJwk = PublicJwk & { d: string }

/** All keys of a deployment. It contains secrets: store it where SIGNING_KEY is stored. */
export type KeyRing = { active: PrivateJwk; next: PrivateJwk; retiring: PublicJwk[] }

/** The active private key and the published set of public keys, both as JSON. */
export type Keys = { signingKey: string; jwks: string }

/**
 * How long a retired key is published, in seconds: 7 days. This must exceed the lifetime of the tokens that it signed (an
 * hour) and of the caches of verifiers (17 minutes with the headers of the edge and the defaults of jose).
 */
const overlap = 7 * 24 * 60 * 60

/** Makes a new key ring. */
export const makeRing = async (): Promise<KeyRing> => ({
  active: await makeKey(),
  next: await makeKey(),
  retiring: [],
})

/**
 * Rotates the key ring at `now` (ms): the next key becomes active, the active key retires, and a new next key is made.
 * Wait a day between rotations, so that every verifier has the next key before it signs.
 */
export async function rotate({ active, next, retiring }: KeyRing, now: number): Promise<KeyRing> {
  const seconds = Math.floor(now / 1000)
  const stillRetiring = retiring.filter(({ exp }) => exp !== undefined && exp > seconds)
  const retired = { ...publicOf(active), exp: seconds + overlap }
  return { active: next, next: await makeKey(), retiring: [retired, ...stillRetiring] }
}

/** The variables of the Workers. */
export const keysOf = ({ active, next, retiring }: KeyRing): Keys => ({
  signingKey: JSON.stringify(active),
  jwks: JSON.stringify({ keys: [publicOf(active), publicOf(next), ...retiring] }),
})

/** @throws Error when the text is not a key ring */
export function parseRing(text: string): KeyRing {
  const { active, next, retiring }: KeyRing = JSON.parse(text)
  if (!(active?.d && next?.d)) throw new Error('This file contains no key ring.')
  parseJwks(JSON.stringify({ keys: [publicOf(active), publicOf(next), ...retiring] }))
  return { active, next, retiring }
}

/** The keys of a state directory. They are made at the first start and stored, so that tokens survive a restart. */
export async function localKeys(stateDir: string): Promise<Keys> {
  const make = async () => JSON.stringify(await makeRing())
  return keysOf(parseRing(await readOrMake(stateDir, 'keys.json', make)))
}

/** A new SEALING_KEY. */
export const makeSealingKey = (): string => randomBytes(32).toString('base64url')

/**
 * The values of SEALING_KEY for the steps of a rotation. In the first step the Workers can decrypt with the new key, in
 * the second they encrypt with it. The third value, for when no data is encrypted with the old key, is the new key alone.
 * @throws Error when the current SEALING_KEY is missing, malformed, or of an unfinished rotation
 */
export function rotateSealing(current: string | undefined): [string, string, string] {
  if (!SealingKeys.safeParse(current).success || current === undefined)
    throw new Error('Set SEALING_KEY to the sealing key of the deployment.')
  if (current.includes(',')) throw new Error('SEALING_KEY has several keys: finish that rotation first.')
  const next = makeSealingKey()
  return [`${current},${next}`, `${next},${current}`, next]
}

/** The sealing key of a state directory, which is made at the first start. */
export const localSealingKey = (stateDir: string): Promise<string> =>
  readOrMake(stateDir, 'sealing-key', () => Promise.resolve(makeSealingKey()))

/** A new RSA key of 2048 bits, the minimum of RFC 7518, section 3.3. With 3072 bits signing is three times as slow. */
async function makeKey(): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const { n = '', e = '', d = '', ...rest } = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint({ kty: 'RSA', n, e })
  return { ...rest, kty: 'RSA', n, e, d, kid, alg: 'RS256', use: 'sig' }
}

/** `kid` is the RFC 7638 thumbprint. */
const publicOf = ({ kty, n, e, kid }: PublicJwk): PublicJwk => ({ kty, n, e, kid, alg: 'RS256', use: 'sig' })
