import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '../../tools/stack/stack.ts'

type Counted = Pick<Stack, 'roundTrips'>

/** Waits until the stack makes no round trip for 300 ms, but no longer than 6 s. */
async function quiet({ roundTrips }: Counted): Promise<void> {
  for (let left = 20; left > 0; left -= 1) {
    const before = roundTrips()
    await sleep(300)
    if (roundTrips() === before) return
  }
}

/**
 * The fewest round trips to the database of three attempts, or of the first one that needs no more than expected. Files share
 * a stack, so work of earlier tests can run meanwhile: fan-out, or the verification of the connections of an object. A
 * further attempt waits until that work is done.
 * @param prepare makes what an attempt works on: by default its number. Its round trips do not count
 */
export async function fewestTrips<T = number>(
  stack: Counted,
  expected: number,
  work: (prepared: T) => Promise<void>,
  prepare: (attempt: number) => T | Promise<T> = attempt => attempt as T,
): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY
  for (let attempt = 1; attempt <= 3 && fewest > expected; attempt += 1) {
    const prepared = await prepare(attempt)
    if (attempt > 1) await quiet(stack)
    const before = stack.roundTrips()
    await work(prepared)
    fewest = Math.min(fewest, stack.roundTrips() - before)
  }
  return fewest
}
