// Limits of real time. A stall of the machine looks like a slow service, but it delays single trials, and a slow service all of them.
import { setTimeout as sleep } from 'node:timers/promises'

/** The options of a test with such a limit: a trial that was late is repeated, twice at most. Other failures are not. */
export const repeatedIfLate = { retry: { count: 2, condition: /^Late: / } }

/** @throws Error with which `repeatedIfLate` repeats the test */
export function late(what: string): never {
  throw new Error(`Late: ${what}`)
}

/** Expects that the time is within the limit. */
export function inTime(spentMs: number, limitMs: number): void {
  if (spentMs > limitMs) late(`${Math.round(spentMs)} ms instead of ${limitMs} ms.`)
}

/**
 * Waits for what must happen within a second from now. What happens only within ten is late.
 * @returns undefined when it has not happened at all
 */
export async function withinASecond<T>(happens: Promise<T>): Promise<T | undefined> {
  const startedAt = performance.now()
  const result = await Promise.race([happens, sleep(10_000, undefined)])
  if (result !== undefined) inTime(performance.now() - startedAt, 1000)
  return result
}
