// Background work in small batches. Requests wait only briefly for what a batch has locked, and have the database between two
// batches.

import { setTimeout as sleep } from 'node:timers/promises'

/** How long a batch should take, in ms. */
const batchMs = 25

/** How long the pause after a batch is, as a multiple of the time that the batch took. */
const pauseFactor = 1

/** The limits of the size of a batch. */
type Bounds = { least: number; most: number }

/** Returns the size of the next batch after one of this size that took so many ms. It at most doubles. */
export function nextSize(size: number, tookMs: number, { least, most }: Bounds): number {
  const fitting = Math.floor((size * batchMs) / Math.max(tookMs, 1))
  return Math.min(most, Math.max(least, Math.min(fitting, 2 * size)))
}

/** Runs the work, and then pauses in proportion to the time that it took. */
export async function withPause<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now()
  const result = await work()
  await sleep((Date.now() - startedAt) * pauseFactor)
  return result
}

/**
 * Returns a function that runs one batch, and pauses. The size of each batch follows from the time of the one before: a busy
 * database gets smaller batches and longer pauses.
 */
export function paced(bounds: Bounds) {
  let size = bounds.least
  return <T>(runBatch: (size: number) => Promise<T>): Promise<T> =>
    withPause(async () => {
      const startedAt = Date.now()
      const result = await runBatch(size)
      size = nextSize(size, Date.now() - startedAt, bounds)
      return result
    })
}
