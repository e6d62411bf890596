// The keys that sign element tokens: one signs, the next is published before it does, those before are published until
// nothing that they signed can live.

import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { type PublicJwk, parseJwks } from '../../src/shared/crypto/keys/jwks.ts'
import { SealingKeys } from '../../src/shared/crypto/seal.ts'
import { readOrMake } from './state.ts'

type PrivateJwk = PublicJwk & { d: string }

/** All keys of a deployment. It holds secrets: keep it where SIGNING_KEY is kept. */
export type KeyRing = { active: PrivateJwk; next: PrivateJwk; retiring: PublicJwk[] }

/** The private key that signs, and the set of public keys that is published; both as JSON. */
export type Keys = { signingKey: string; jwks: string }

/**
 * How long a retired key stays published, in seconds: 7 days. It must outlast the tokens that it signed (an hour) and
 * whatever verifiers keep of the set (17 minutes with the edge's headers and the defaults of jose).
 */
const overlap = 7 * 24 * 60 * 60

/** A new ring. */
export const makeRing = async (): Promise<KeyRing> => ({
  active: await makeKey(),
  next: await makeKey(),
  retiring: [],
})

/**
 * The ring after a rotation at `now` (ms): the next key signs, the one that signed retires, and a new next is there to
 * be published. Wait a day before the next one, so that every verifier has seen the key that then signs.
 */
export async function rotate({ active, next, retiring }: KeyRing, now: number): Promise<KeyRing> {
  const seconds = Math.floor(now / 1000)
  const stillRetiring = retiring.filter(({ exp }) => exp !== undefined && exp > seconds)
  const retired = { ...publicOf(active), exp: seconds + overlap }
  return { active: next, next: await makeKey(), retiring: [retired, ...stillRetiring] }
}

/** What the Workers are given. */
export const keysOf = ({ active, next, retiring }: KeyRing): Keys => ({
  signingKey: JSON.stringify(active),
  jwks: JSON.stringify({ keys: [publicOf(active), publicOf(next), ...retiring] }),
})

/** @throws Error when the text is no ring */
export function parseRing(text: string): KeyRing {
  const { active, next, retiring }: KeyRing = JSON.parse(text)
  if (!(active?.d && next?.d)) throw new Error('This file holds no keys of ours.')
  parseJwks(JSON.stringify({ keys: [publicOf(active), publicOf(next), ...retiring] }))
  return { active, next, retiring }
}

/** The keys of a state directory; made on first use, so that tokens survive a restart. */
export async function localKeys(stateDir: string): Promise<Keys> {
  const make = async () => JSON.stringify(await makeRing())
  return keysOf(parseRing(await readOrMake(stateDir, 'keys.json', make)))
}

/** A key that seals, as the Workers take it. */
export const makeSealingKey = (): string => randomBytes(32).toString('base64url')

/**
 * The SEALING_KEY of each step of a rotation: first every Worker can open what the new key seals, then it seals, and
 * once nothing is left under the old one, it stays alone.
 * @throws Error when the SEALING_KEY of now is missing, malformed, or of a rotation that is not over
 */
export function rotateSealing(current: string | undefined): [string, string, string] {
  if (!SealingKeys.safeParse(current).success || current === undefined)
    throw new Error('Set SEALING_KEY to the sealing key of the deployment.')
  if (current.includes(',')) throw new Error('SEALING_KEY has several keys: finish that rotation first.')
  const next = makeSealingKey()
  return [`${current},${next}`, `${next},${current}`, next]
}

/** The sealing key of a state directory; made on first use. */
export const localSealingKey = (stateDir: string): Promise<string> =>
  readOrMake(stateDir, 'sealing-key', () => Promise.resolve(makeSealingKey()))

/** A new RSA key of 2048 bits, the least that RFC 7518, section 3.3 allows: 3072 would sign at a third of the speed. */
async function makeKey(): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const { n = '', e = '', d = '', ...rest } = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint({ kty: 'RSA', n, e })
  return { ...rest, kty: 'RSA', n, e, d, kid, alg: 'RS256', use: 'sig' }
}

/** `kid` is the RFC 7638 thumbprint. */
const publicOf = ({ kty, n, e, kid }: PublicJwk): PublicJwk => ({ kty, n, e, kid, alg: 'RS256', use: 'sig' })
