// The random bytes and the time of a request. A replay of the request draws the same ones (docs/adr/0016).

import { createHash, randomBytes } from 'node:crypto'
import { type Draws, databaseContext } from './context.ts'

const maxFirstCount = 2 ** 31

/** @param seed 256 random bits: the draws are as secret as it is */
export function drawsOf(seed: Uint8Array, now: Date): Draws {
  let block = 0
  const bytes = (count: number): Uint8Array => {
    const drawn = new Uint8Array(count)
    for (let at = 0; at < count; block += 1) {
      const part = createHash('sha256')
        .update(seed)
        .update(String(block))
        .digest()
        .subarray(0, count - at)
      drawn.set(part, at)
      at += part.byteLength
    }
    return drawn
  }
  let last = new DataView(bytes(4).buffer).getUint32(0) % maxFirstCount
  return { bytes, now, count: () => (last += 1) }
}

/** Random bytes for values that an answer can contain. */
export const drawBytes = (count: number): Uint8Array =>
  databaseContext()?.draws?.bytes(count) ?? randomBytes(count)

/** The time with which a request is decided. It is the same for the whole request if the request can be replayed. */
export const currentTime = (): Date => databaseContext()?.draws?.now ?? new Date()
