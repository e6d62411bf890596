/**
 * Returns a function that runs the work, and returns the sum of its results. Only one call at a time runs in an isolate; a
 * concurrent call makes the running call work again, and returns 0.
 * @param maxRunMs a terminated run counts as ended after this time
 */
export function oneAtATime(
  work: (hasTime: () => boolean) => Promise<number>,
  maxRunMs: number,
): () => Promise<number> {
  let startedAt = Number.NEGATIVE_INFINITY
  let again = false
  return async () => {
    // A Worker must not await a promise of another request.
    if (Date.now() - startedAt < maxRunMs) {
      again = true
      return 0
    }
    startedAt = Date.now()
    // The next call or the scheduled run does the rest.
    const hasTime = () => Date.now() - startedAt < maxRunMs - 10_000
    let sum = 0
    try {
      do {
        again = false
        sum += await work(hasTime)
      } while (again && hasTime())
    } finally {
      startedAt = Number.NEGATIVE_INFINITY
    }
    return sum
  }
}
