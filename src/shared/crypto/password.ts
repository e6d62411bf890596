import { Buffer } from 'node:buffer'
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import * as z from 'zod'
import { boundedBy } from './concurrency-limit.ts'

/** Of an isolate: a hash takes 32 MiB and about 0.2 s of CPU. Ten tries of one account at once find room. */
const inTurn = boundedBy({ atOnce: 2, waiting: 10 })

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

const saltBytes = 16
const keyBytes = 32
const blockSize = 8
const parallelism = 3

/** OWASP's cheapest scrypt that fits the 128 MiB of a Worker: N = 2^15, r = 8, p = 3 (32 MiB). */
const defaultCostLog2 = 15

/** log2 of scrypt's N, as Workers are given it; lower only where passwords are not real. */
export const PasswordCost = z.coerce.number().int().min(4).max(16).default(defaultCostLog2)

type Hash = { costLog2: number; blockSize: number; parallelism: number; salt: Buffer; key: Buffer }

/**
 * Hashes a password with scrypt; the parameters travel in the string (PHC format), so that they can be raised later.
 * The password is brought to NFKC first (NIST SP 800-63B), so that it can be typed on any keyboard.
 * @throws Problem `too_busy` when too many are hashed at once
 */
export async function hashPassword(password: string, costLog2: number = defaultCostLog2): Promise<string> {
  const hash = { costLog2, blockSize, parallelism, salt: randomBytes(saltBytes) }
  return write({ ...hash, key: await keyOf(password, hash) })
}

/**
 * Whether the password is the one of the hash, compared in constant time. It takes as long either way.
 * @throws Problem `too_busy` when too many are hashed at once
 */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const read = parse(hash)
  return timingSafeEqual(await keyOf(password, read), read.key)
}

/** The hash of no password: checking against it takes as long as against one that is stored. */
export const nobodysHash = (costLog2: number): string =>
  write({ costLog2, blockSize, parallelism, salt: randomBytes(saltBytes), key: randomBytes(keyBytes) })

/** Whether the hash was made with other parameters than hashes are made with now. */
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
  return inTurn(() => derive(password.normalize('NFKC'), salt, keyBytes, options))
}

function write({ costLog2, salt, key, ...parameters }: Hash): string {
  const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$scrypt$ln=${costLog2},r=${parameters.blockSize},p=${parameters.parallelism}$${encode(salt)}$${encode(key)}`
}

function parse(hash: string): Hash {
  const [, costLog2, r, p, salt, key] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash) ?? []
  if (!(costLog2 && r && p && salt && key)) throw new Error('A stored password hash is none of ours.')
  const bytes = (text: string) => Buffer.from(text, 'base64')
  return {
    costLog2: Number(costLog2),
    blockSize: Number(r),
    parallelism: Number(p),
    salt: bytes(salt),
    key: bytes(key),
  }
}
