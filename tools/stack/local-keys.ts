// The keys that sign elementTokens and JWTs. The active key signs. The next key is published before it signs. A retired
// key is published until everything that it signed has expired.

import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import * as z from 'zod'
import { type PublicJwk, parseJwks } from '../../src/shared/crypto/keys/jwks.ts'
import { SealingKeys } from '../../src/shared/crypto/seal.ts'
import { type Credentials, makeCredentials } from '../qstash/keys.ts'
import { readOrMake, readState } from './state.ts'

type PrivateJwk = PublicJwk & { d: string }

/** All keys of a deployment. It contains secrets: store it where SIGNING_KEY is stored. */
export type KeyRing = {
  active: PrivateJwk
  next: PrivateJwk
  retiring: PublicJwk[]
  /** The day (UTC) on which each key was made, by `kid`. Earlier versions did not record it. */
  made?: Record<string, string>
  /** The time of the last rotation, in ms. */
  rotatedAt?: number
}

/** The active private key and the published set of public keys, both as JSON. */
export type Keys = { signingKey: string; jwks: string }

/**
 * How long a retired key is published, in seconds: 7 days. This must exceed the lifetime of the tokens that it signed (an
 * hour) and of the caches of verifiers (17 minutes with the headers of the edge and the defaults of jose).
 */
const overlap = 7 * 24 * 60 * 60

/** Makes a new key ring at `now` (ms). */
export async function makeRing(now = Date.now()): Promise<KeyRing> {
  const [active, next] = [await makeKey(), await makeKey()]
  return { active, next, retiring: [], made: { [active.kid]: dayOf(now), [next.kid]: dayOf(now) } }
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * Rotates the key ring at `now` (ms): the next key becomes active, the active key retires, and a new next key is made.
 * Wait a day between rotations, so that every verifier has the next key before it signs.
 */
export async function rotate({ active, next, retiring, made }: KeyRing, now: number): Promise<KeyRing> {
  const seconds = Math.floor(now / 1000)
  const stillRetiring = retiring.filter(({ exp }) => exp !== undefined && exp > seconds)
  const retired = { ...publicOf(active), exp: seconds + overlap }
  const later = await makeKey()
  const kept = [next, retired, ...stillRetiring].flatMap(({ kid }) => (made?.[kid] ? [[kid, made[kid]]] : []))
  return {
    ...{ active: next, next: later, retiring: [retired, ...stillRetiring] },
    made: { ...Object.fromEntries(kept), [later.kid]: dayOf(now) },
    rotatedAt: now,
  }
}

const dayMs = 24 * 60 * 60 * 1000
const hourMs = 60 * 60 * 1000

/** The earliest time (ms) of the next rotation: the next day (UTC), and not within an hour of the last rotation. */
export function nextRotation({ rotatedAt }: KeyRing): number {
  if (rotatedAt === undefined) return 0
  return Math.max((Math.floor(rotatedAt / dayMs) + 1) * dayMs, rotatedAt + hourMs)
}

/** The variables of the Workers. */
export const keysOf = ({ active, next, retiring }: KeyRing): Keys => ({
  signingKey: JSON.stringify(active),
  jwks: JSON.stringify({ keys: [publicOf(active), publicOf(next), ...retiring] }),
})

/** @throws Error when the text is not a key ring */
export function parseRing(text: string): KeyRing {
  const { active, next, retiring, made, rotatedAt }: KeyRing = JSON.parse(text)
  if (!(active?.d && next?.d)) throw new Error('This file contains no key ring.')
  parseJwks(JSON.stringify({ keys: [publicOf(active), publicOf(next), ...retiring] }))
  return { active, next, retiring, ...(made && { made }), ...(rotatedAt !== undefined && { rotatedAt }) }
}

/** The keys of a state directory. They are made at the first start and stored, so that tokens survive a restart. */
export async function localKeys(stateDir: string): Promise<Keys> {
  const make = async () => JSON.stringify(await makeRing())
  const text = await readOrMake(stateDir, 'keys.json', make)
  try {
    return keysOf(parseRing(text))
  } catch {
    throw damaged(stateDir, 'keys.json') // the message of the parser may contain a part of a key
  }
}

/** A new SEALING_KEY. */
export const makeSealingKey = (): string => randomBytes(32).toString('base64url')

/**
 * The values of SEALING_KEY for the steps of a rotation. In the first step the Workers can decrypt with the new key, in
 * the second they encrypt with it. The third value is the new key alone, for when the old key encrypts no data.
 * @throws Error when the current SEALING_KEY is missing, malformed, or of an unfinished rotation
 */
export function rotateSealing(current: string | undefined): [string, string, string] {
  if (!SealingKeys.safeParse(current).success || current === undefined)
    throw new Error('Set SEALING_KEY to the sealing key of the deployment.')
  if (current.includes(',')) throw new Error('SEALING_KEY has several keys: finish that rotation first.')
  const next = makeSealingKey()
  return [`${current},${next}`, `${next},${current}`, next]
}

/** The sealing key of a state directory, which is made at the first start. @throws Error when it is malformed */
export const localSealingKey = async (stateDir: string): Promise<string> =>
  requireSealingKey(
    stateDir,
    await readOrMake(stateDir, sealingKeyFile, () => Promise.resolve(makeSealingKey())),
  )

/** The sealing key of a state directory; undefined when there is none. @throws Error when it is malformed */
export async function storedSealingKey(stateDir: string): Promise<string | undefined> {
  const keys = await readState(stateDir, sealingKeyFile)
  return keys && requireSealingKey(stateDir, keys)
}

const sealingKeyFile = 'sealing-key'

function requireSealingKey(stateDir: string, keys: string): string {
  if (!SealingKeys.safeParse(keys).success) throw damaged(stateDir, sealingKeyFile)
  return keys
}

const QstashCredentials = z.object({
  token: z.string().min(1),
  signingKeys: z.object({ current: z.string().min(1), next: z.string().min(1) }),
})

/** The credentials of the QStash of a state directory, which are made at the first start. @throws Error when malformed */
export async function localQstashCredentials(stateDir: string): Promise<Credentials> {
  const file = 'qstash-keys.json'
  const text = await readOrMake(stateDir, file, async () => JSON.stringify(makeCredentials()))
  try {
    return QstashCredentials.parse(JSON.parse(text))
  } catch {
    throw new Error(`${stateDir}/${file} is damaged. Remove it, and the next start makes another one.`)
  }
}

const damaged = (stateDir: string, file: string) =>
  new Error(`${stateDir}/${file} is damaged. Restore it from a backup: other keys cannot replace it.`)

/** A new RSA key of 2048 bits, the minimum of RFC 7518, section 3.3. With 3072 bits signing is three times as slow. */
async function makeKey(): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const { n = '', e = '', d = '', ...rest } = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint({ kty: 'RSA', n, e })
  return { ...rest, kty: 'RSA', n, e, d, kid, alg: 'RS256', use: 'sig' }
}

/** `kid` is the RFC 7638 thumbprint. */
const publicOf = ({ kty, n, e, kid }: PublicJwk): PublicJwk => ({ kty, n, e, kid, alg: 'RS256', use: 'sig' })
