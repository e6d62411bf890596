import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

const saltBytes = 16
const keyBytes = 32
const blockSize = 8
const parallelism = 3

/** OWASP's cheapest scrypt that fits the 128 MiB of a Worker: N = 2^15, r = 8, p = 3 (32 MiB). */
export const defaultCostLog2 = 15

/**
 * Hashes a password with scrypt; the parameters travel in the string (PHC format), so that they can be raised later.
 * The password is brought to NFKC first (NIST SP 800-63B), so that it can be typed on any keyboard.
 */
export async function hashPassword(password: string, costLog2: number = defaultCostLog2): Promise<string> {
  const salt = randomBytes(saltBytes)
  const cost = 2 ** costLog2
  const options = { N: cost, r: blockSize, p: parallelism, maxmem: 256 * cost * blockSize }
  const key = await derive(password.normalize('NFKC'), salt, keyBytes, options)
  const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$scrypt$ln=${costLog2},r=${blockSize},p=${parallelism}$${encode(salt)}$${encode(key)}`
}
