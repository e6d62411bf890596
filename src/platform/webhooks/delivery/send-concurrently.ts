// Sends the deliveries of a message to their endpoint, several at once.

import { type Attempt, gone } from './attempt.ts'
import { failuresUntilPaused } from './breaker.ts'
import type { DeliveryWork } from './queries.ts'
import { sendsAtOnce } from './queue.ts'

/** The time after which no further attempt starts, and the finished ones are recorded. */
const startWithinMs = 1000

type Sent = {
  /** The attempts that have ended, in the order of their ends. */
  finished: Attempt[]
  /** The attempts in progress. */
  slow: Promise<Attempt>[]
  unsent: DeliveryWork[]
}

type Options = {
  attempt: (work: DeliveryWork) => Promise<Attempt>
  /** The consecutive failures of the endpoint before. */
  failures: number
}

/**
 * Starts attempts, at most `sendsAtOnce` at the same time. Starts none after a second, after the number of consecutive
 * failures that pauses the endpoint, or after 410. After a pause, the first attempt must succeed before others start.
 */
export async function sendConcurrently(
  works: readonly DeliveryWork[],
  { attempt, failures }: Options,
): Promise<Sent> {
  const unsent = [...works]
  const finished: Attempt[] = []
  const inProgress = new Set<Promise<Attempt>>()
  let isOpen = true

  function start(work: DeliveryWork): void {
    const ending = attempt(work).then(ended => {
      inProgress.delete(ending)
      finished.push(ended)
      failures = ended.outcome.success ? 0 : failures + 1
      if (ended.outcome.statusCode === gone) isOpen = false
      return ended
    })
    inProgress.add(ending)
  }
  function width(): number {
    if (failures < failuresUntilPaused) return sendsAtOnce
    return finished.length === 0 ? 1 : 0
  }

  const late = Promise.withResolvers<void>()
  const timer = setTimeout(() => {
    isOpen = false
    late.resolve()
  }, startWithinMs)
  for (;;) {
    while (isOpen && inProgress.size < width()) {
      const work = unsent.shift()
      if (!work) break
      start(work)
    }
    if (!isOpen || inProgress.size === 0) break
    await Promise.race([late.promise, ...inProgress])
  }
  clearTimeout(timer)
  return { finished: [...finished], slow: [...inProgress], unsent }
}
