import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in constant time. The digests have the same length for any input. */
export const isEqualSecret = (sent: string, expected: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(sent), digest(expected))
}
