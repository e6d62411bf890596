import { Buffer } from 'node:buffer'
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import * as z from 'zod'
import { limitConcurrency } from './concurrency-limit.ts'

/**
 * The limits of an isolate. A hash takes 32 MiB and about 0.2 s of CPU. Ten concurrent attempts for one account can
 * wait.
 */
const withinLimit = limitConcurrency({ maxRunning: 2, maxWaiting: 10 })

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

const saltBytes = 16
const keyBytes = 32
const blockSize = 8
const parallelism = 3

/** The scrypt parameters of OWASP that fit the 128 MiB of a Worker: N = 2^15, r = 8, p = 3 (32 MiB). */
const defaultCostLog2 = 15

/** The binding with log2 of scrypt's N. Lower values are only for tests. */
export const PasswordCost = z.coerce.number().int().min(4).max(16).default(defaultCostLog2)

type Hash = { costLog2: number; blockSize: number; parallelism: number; salt: Buffer; key: Buffer }

/**
 * Hashes a password with scrypt. The result contains the parameters (PHC format), so that they can be raised later. The
 * password is normalized to NFKC (NIST SP 800-63B), so that it can be typed on any keyboard.
 * @throws Problem `too_busy` if too many passwords are being hashed
 */
export async function hashPassword(password: string, costLog2: number = defaultCostLog2): Promise<string> {
  const hash = { costLog2, blockSize, parallelism, salt: randomBytes(saltBytes) }
  return write({ ...hash, key: await keyOf(password, hash) })
}

/**
 * Whether the password matches the hash, in constant time.
 * @throws Problem `too_busy` if too many passwords are being hashed
 */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const read = parse(hash)
  return timingSafeEqual(await keyOf(password, read), read.key)
}

/** Returns a hash that no password matches. A comparison with it takes as long as with a stored hash. */
export const dummyHash = (costLog2: number): string =>
  write({ costLog2, blockSize, parallelism, salt: randomBytes(saltBytes), key: randomBytes(keyBytes) })

/** Whether the hash has other parameters than the current ones. */
export function isOutdated(hash: string, costLog2: number): boolean {
  const read = parse(hash)
  return read.costLog2 !== costLog2 || read.blockSize !== blockSize || read.parallelism !== parallelism
}

function keyOf(password: string, { salt, ...parameters }: Omit<Hash, 'key'>): Promise<Buffer> {
  const cost = 2 ** parameters.costLog2
  const options = {
    N: cost,
    r: parameters.blockSize,
    p: parameters.parallelism,
    maxmem: 256 * cost * parameters.blockSize,
  }
  return withinLimit(() => derive(password.normalize('NFKC'), salt, keyBytes, options))
}

function write({ costLog2, salt, key, ...parameters }: Hash): string {
  const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$scrypt$ln=${costLog2},r=${parameters.blockSize},p=${parameters.parallelism}$${encode(salt)}$${encode(key)}`
}

function parse(hash: string): Hash {
  const [, costLog2, r, p, salt, key] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash) ?? []
  if (!(costLog2 && r && p && salt && key)) throw new Error('A stored password hash is malformed.')
  const bytes = (text: string) => Buffer.from(text, 'base64')
  return {
    costLog2: Number(costLog2),
    blockSize: Number(r),
    parallelism: Number(p),
    salt: bytes(salt),
    key: bytes(key),
  }
}
