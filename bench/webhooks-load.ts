// Two ways to send requests: with a limited concurrency, and at a constant rate.

import { setTimeout as sleep } from 'node:timers/promises'

/** Sends `count` requests, `concurrency` at a time. Returns the total duration in ms. `send` gets the index from 0. */
export async function sendConcurrently(
  count: number,
  concurrency: number,
  send: (index: number) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const startedAt = performance.now()
  const worker = async () => {
    while (next < count) await send(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return performance.now() - startedAt
}

/**
 * Sends at a constant rate without waiting for earlier responses, so that a slow system builds up a queue.
 * @param perSecond the number of requests that start in a second
 * @returns the duration of each request in ms, from its planned start
 */
export async function sendAtRate(
  perSecond: number,
  seconds: number,
  send: (index: number) => Promise<unknown>,
): Promise<number[]> {
  const startedAt = performance.now()
  const dueAt = (index: number) => startedAt + (index * 1000) / perSecond
  const pending: Promise<number>[] = []
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const early = dueAt(index) - performance.now()
    if (early > 0) await sleep(early)
    const sent = send(index).then(() => performance.now() - dueAt(index))
    sent.catch(() => {}) // handled below, after all are sent
    pending.push(sent)
  }
  return await Promise.all(pending)
}
