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

/** The least of three runs. Reclaimed memory and collections only ever add to the CPU time of a run. */
export const leastCpuMillisecondsOf = (work: () => void): number =>
  Math.min(...[1, 2, 3].map(() => cpuMillisecondsOf(work)))
