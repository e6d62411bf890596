// When a delivery is tried again.

/** The base of the delays: 10 s, 1 min, 6 min, 36 min, 3 h 36 min. */
export const defaultBaseMs = 10_000

const factor = 6
const jitter = 0.2

/**
 * The delay before the next attempt, in ms: base × 6^n ± 20 %, so that what failed together does not come back together.
 * A `Retry-After` of the target is honoured between once and twice that.
 * @param failed attempts of this round that have failed, from 1 on
 * @param askedMs what the target asked for
 */
export function delayAfter(
  failed: number,
  {
    baseMs,
    askedMs,
    random = Math.random,
  }: { baseMs: number; askedMs?: number | undefined; random?: () => number },
): number {
  const delay = Math.round(baseMs * factor ** (failed - 1) * (1 + jitter * (2 * random() - 1)))
  return askedMs === undefined ? delay : Math.min(Math.max(delay, askedMs), 2 * delay)
}

/** A `Retry-After` header (RFC 9110, section 10.2.3) in ms from now; undefined when it says nothing. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
