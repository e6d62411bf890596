import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { drawBytes } from '../../../db/draws.ts'

const kinds = ['credential', 'token', 'session', 'challenge', 'reset'] as const

/** The kinds of secret that the system issues. */
type SecretKind = (typeof kinds)[number]

/** The prefixes that identify the kind, also for secret scanners. */
const secretPrefixes = {
  credential: 'invigil_key',
  token: 'invigil_sts',
  session: 'invigil_session',
  challenge: 'invigil_mfa',
  reset: 'invigil_reset',
} as const satisfies Record<SecretKind, string>

/** The kinds of credentials that authenticate a caller. */
export type CallerKind = 'credential' | 'token' | 'session' | 'jwt'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const entropyLength = 43 // base62 digits that hold 256 bits
const checksumLength = 6 // base62 digits that hold a CRC32
const shape = /^([A-Za-z][A-Za-z0-9_-]*)_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

/** Returns a new secret of 256 random bits: `<prefix>_<43 base62><6 base62 CRC32>`. Only its `hashSecret` is stored. */
export function makeSecret(kind: SecretKind): string {
  const entropy = base62(BigInt(`0x${Buffer.from(drawBytes(32)).toString('hex')}`), entropyLength)
  const body = `${secretPrefixes[kind]}_${entropy}`
  return body + checksum(body)
}

/** Returns the kind of a secret by format, prefix and checksum, so that invalid texts cost no round trip. */
export function secretKind(secret: string): SecretKind | undefined {
  const parts = shape.exec(secret)
  if (!parts) return undefined
  const [, prefix, , sum = ''] = parts
  if (numberOf(sum) !== crc32(secret.slice(0, -checksumLength))) return undefined
  return kinds.find(kind => secretPrefixes[kind] === prefix)
}

/** Returns the SHA-256 in hex. A fast hash suffices, because 256 random bits cannot be guessed. */
export const hashSecret = (secret: string): string => hash('sha256', secret)

/** Returns the number of a few base62 digits. */
function numberOf(digits: string): number {
  let value = 0
  for (const digit of digits) value = value * 62 + alphabet.indexOf(digit)
  return value
}

const checksum = (body: string) => base62(BigInt(crc32(body)), checksumLength)

function base62(value: bigint, length: number): string {
  let digits = ''
  for (let rest = value; digits.length < length; rest /= 62n)
    digits = alphabet.charAt(Number(rest % 62n)) + digits
  return digits
}
