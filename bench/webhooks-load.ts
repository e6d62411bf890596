// Two ways to send: as many at a time as are allowed, and at a rate that does not wait for answers.

import { setTimeout as sleep } from 'node:timers/promises'

/** Sends so many, `width` at a time, and answers how many ms all took. `send` is told which it is, from 0 on. */
export async function sendAll(
  count: number,
  width: number,
  send: (turn: number) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const startedAt = performance.now()
  const lane = async () => {
    while (next < count) await send(next++)
  }
  await Promise.all(Array.from({ length: width }, lane))
  return performance.now() - startedAt
}

/**
 * Sends at a rate, whether or not what was sent before is answered: whoever is slow then has a queue, not a rest.
 * @param perSecond how many begin in a second
 * @returns how many ms each took, from when it should have begun
 */
export async function sendSteadily(
  perSecond: number,
  seconds: number,
  send: (turn: number) => Promise<unknown>,
): Promise<number[]> {
  const startedAt = performance.now()
  const dueAt = (turn: number) => startedAt + (turn * 1000) / perSecond
  const underWay: Promise<number>[] = []
  for (let turn = 0; turn < perSecond * seconds; turn += 1) {
    const early = dueAt(turn) - performance.now()
    if (early > 0) await sleep(early)
    const sent = send(turn).then(() => performance.now() - dueAt(turn))
    sent.catch(() => {}) // heard of below, when all are sent
    underWay.push(sent)
  }
  return await Promise.all(underWay)
}
