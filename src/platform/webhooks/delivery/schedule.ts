// The delays between the attempts of a delivery.

/** The default base. The delays are 10 s, 1 min, 6 min, 36 min and 3 h 36 min. */
export const defaultBaseMs = 10_000

const factor = 6
const jitter = 0.2

/**
 * Returns the delay before the next attempt, in ms: base × 6^n ± 20 %. The jitter spreads the retries of deliveries
 * that failed at the same time. A `Retry-After` of the target is respected up to twice this delay, and never shortens
 * it.
 * @param failed the number of failed attempts of this round, starting at 1
 * @param requestedMs the `Retry-After` of the target, in ms
 */
export function delayAfter(
  failed: number,
  {
    baseMs,
    requestedMs,
    random = Math.random,
  }: { baseMs: number; requestedMs?: number | undefined; random?: () => number },
): number {
  const delay = Math.round(baseMs * factor ** (failed - 1) * (1 + jitter * (2 * random() - 1)))
  return requestedMs === undefined ? delay : Math.min(Math.max(delay, requestedMs), 2 * delay)
}

/**
 * Parses a `Retry-After` header (RFC 9110, section 10.2.3). Returns ms from now; undefined if it is absent or invalid.
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
