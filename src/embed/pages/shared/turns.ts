/**
 * Returns a function that waits for a turn, which spreads work over time: `perSecond` of its calls return at once, and later
 * ones at this rate.
 */
export function turnsAt(perSecond: number): () => Promise<void> {
  const gap = 1_000 / perSecond
  let next = -Infinity
  return async () => {
    const now = performance.now() // unlike the clock, it is never set back
    next = Math.max(next, now - 1_000) + gap
    if (next > now) await new Promise(resolve => setTimeout(resolve, next - now))
  }
}
