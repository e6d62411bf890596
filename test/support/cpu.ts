// CPU time of this process, because other processes can delay it.

/** Starts a clock. It returns the milliseconds of CPU that this process has used since then. */
export function startCpuClock(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}

export function cpuMillisecondsOf(work: () => void): number {
  const spent = startCpuClock()
  work()
  return spent()
}

/**
 * The least of three runs. Reclaimed memory and collections only ever add to the CPU time of a run.
 * @param enough the limit of the test: after a run that takes less, no other is needed
 */
export function leastCpuMillisecondsOf(work: () => void, enough = 0): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && least >= enough; run++) least = Math.min(least, cpuMillisecondsOf(work))
  return least
}

/** As `leastCpuMillisecondsOf`, of work that is awaited. */
export async function leastCpuMillisecondsOfAwaited(
  work: () => Promise<unknown>,
  enough: number,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && least >= enough; run++) {
    const spent = startCpuClock()
    await work()
    least = Math.min(least, spent())
  }
  return least
}
