import type { Stack } from '../../tools/stack/stack.ts'

/**
 * The fewest round trips to the database of three attempts, or of the first one that needs no more than expected. Files share
 * a stack, so work of earlier tests can run meanwhile: fan-out, or the verification of the connections of an object.
 */
export async function fewestTrips(
  stack: Pick<Stack, 'roundTrips'>,
  expected: number,
  work: (attempt: number) => Promise<void>,
): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY
  for (let attempt = 1; attempt <= 3 && fewest > expected; attempt += 1) {
    const before = stack.roundTrips()
    await work(attempt)
    fewest = Math.min(fewest, stack.roundTrips() - before)
  }
  return fewest
}
